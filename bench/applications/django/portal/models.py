"""Shipments with their proof of delivery, claims, and the responses to claims."""

from django.db import models


class Shipment(models.Model):
    pro = models.CharField("PRO", max_length=20, unique=True)
    bol = models.CharField("BOL", max_length=20)
    billed_weight = models.PositiveIntegerField()
    billed_class = models.CharField(max_length=10)
    proof = models.FileField("proof of delivery", upload_to="pods/", blank=True)

    def __str__(self):
        return f"Shipment {self.pro}"


class Claim(models.Model):
    number = models.CharField("claim number", max_length=20, unique=True)
    state = models.CharField(max_length=20, default="Open")
    filed = models.DateField()
    type = models.CharField(
        max_length=20,
        choices=[(t, t.capitalize()) for t in ("shortage", "visible damage", "concealed damage", "loss")],
    )
    claimed = models.DecimalField("claimed amount", max_digits=10, decimal_places=2, null=True, blank=True)
    pro = models.CharField("PRO", max_length=20, blank=True)
    damage_reported = models.DateField(null=True, blank=True)
    proof_offered = models.BooleanField(default=False)

    def __str__(self):
        return f"Claim {self.number}"


class ClaimLine(models.Model):
    claim = models.ForeignKey(Claim, models.CASCADE)
    description = models.CharField(max_length=100)
    pieces = models.PositiveIntegerField()
    unit_weight = models.DecimalField("weight each", max_digits=8, decimal_places=2)
    unit_value = models.DecimalField("value each", max_digits=10, decimal_places=2)


class Response(models.Model):
    claim = models.ForeignKey(Claim, models.PROTECT)
    decision = models.CharField(
        max_length=10, choices=[("accept", "Accept"), ("partial", "Accept in part"), ("decline", "Decline")]
    )
    amount = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    reason_code = models.CharField(
        max_length=30,
        blank=True,
        choices=[(c, c) for c in ("TIME_BARRED", "ACT_OF_SHIPPER", "INHERENT_VICE", "CONCEALED_LATE_NO_PROOF")],
    )
    reason = models.TextField()
    reference = models.CharField("your reference", max_length=60, blank=True)

    def __str__(self):
        return f"Response {self.pk}"
