from django.contrib import admin

from .models import Claim, ClaimLine, Response, Shipment


class Lines(admin.TabularInline):
    model = ClaimLine
    extra = 1


@admin.register(Shipment)
class Shipments(admin.ModelAdmin):
    list_display = ["pro", "bol", "billed_weight", "billed_class"]
    search_fields = ["pro", "bol"]


@admin.register(Claim)
class Claims(admin.ModelAdmin):
    list_display = ["number", "state", "filed", "type", "claimed", "pro"]
    search_fields = ["number", "pro"]
    inlines = [Lines]


@admin.register(Response)
class Responses(admin.ModelAdmin):
    list_display = ["id", "claim", "decision", "amount", "reason_code", "reference"]
    search_fields = ["claim__number", "reference"]
