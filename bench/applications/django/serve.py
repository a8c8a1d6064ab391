"""Makes the database, fills it from the records in SEED (JSON), and serves. Asked again, it serves what is there."""

import json
import os
import sys
from pathlib import Path

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
sys.path.insert(0, str(Path(__file__).parent))

import django

django.setup()

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files import File
from django.core.management import call_command
from portal.models import Claim, ClaimLine, Shipment

seed = json.loads(Path(os.environ["SEED"]).read_text())
if not settings.DATABASES["default"]["NAME"].exists():
    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_superuser(seed["username"], password=seed["password"])
    for row in seed["shipments"]:
        proof = row.pop("proof")
        shipment = Shipment(**row)
        if proof:
            with open(proof, "rb") as file:
                shipment.proof.save("pod.pdf", File(file))
        shipment.save()
    for row in seed["claims"]:
        lines = row.pop("lines")
        claim = Claim.objects.create(**row)
        ClaimLine.objects.bulk_create(ClaimLine(claim=claim, **line) for line in lines)
call_command("runserver", f"127.0.0.1:{os.environ['PORT']}", use_reloader=False)
