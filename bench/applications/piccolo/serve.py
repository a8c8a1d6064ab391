"""
Piccolo Admin as a claims portal. Makes the database in DATA, fills it from the records in SEED (JSON), and serves on
PORT. Asked again, it serves what is there.
"""

import asyncio
import datetime
import enum
import json
import os
import shutil
import sys
from pathlib import Path

os.environ["PICCOLO_CONF"] = "piccolo_conf"
sys.path.insert(0, str(Path(__file__).parent))

import uvicorn
from piccolo.apps.user.tables import BaseUser
from piccolo.columns import Boolean, Date, Integer, Numeric, Text, Varchar
from piccolo.columns.readable import Readable
from piccolo.table import Table, create_db_tables
from piccolo_admin.endpoints import TableConfig, create_admin
from piccolo_api.media.local import LocalMediaStorage
from piccolo_api.session_auth.tables import SessionsBase
from piccolo_conf import DB

data = Path(os.environ["DATA"])
media = data / "proofs"


class Shipment(Table, db=DB):
    pro = Varchar(length=20, unique=True)
    bol = Varchar(length=20)
    billed_weight = Integer()
    billed_class = Varchar(length=10)
    proof = Varchar(length=200)


class Claim(Table, db=DB):
    number = Varchar(length=20, unique=True)
    state = Varchar(length=20)
    filed = Date()
    type = Varchar(length=20)
    claimed = Numeric(digits=(10, 2), null=True)
    pro = Varchar(length=20)
    damage_reported = Date(null=True, default=None)
    proof_offered = Boolean()


class ClaimLine(Table, db=DB):
    claim_number = Varchar(length=20)
    description = Varchar(length=100)
    pieces = Integer()
    unit_weight = Numeric(digits=(8, 2))
    unit_value = Numeric(digits=(10, 2))


class Response(Table, db=DB):
    class Decision(str, enum.Enum):
        accept = "accept"
        partial = "partial"
        decline = "decline"

    claim_number = Varchar(length=20)
    decision = Varchar(length=10, choices=Decision, default=Decision.accept)
    amount = Numeric(digits=(10, 2), null=True, default=None)
    reason_code = Varchar(length=30)
    reason = Text()
    reference = Varchar(length=60)


async def fill(seed):
    await create_db_tables(BaseUser, SessionsBase, Shipment, Claim, ClaimLine, Response, if_not_exists=True)
    if await BaseUser.exists():
        return
    await BaseUser.create_user(
        username=seed["username"], password=seed["password"], active=True, admin=True, superuser=True
    )
    for row in seed["shipments"]:
        proof = row.pop("proof")
        if proof:
            name = f"pod-{row['pro']}.pdf"
            shutil.copyfile(proof, media / name)
            row["proof"] = name
        await Shipment(**row).save()
    for row in seed["claims"]:
        for line in row.pop("lines"):
            await ClaimLine(claim_number=row["number"], **line).save()
        for day in ("filed", "damage_reported"):
            row[day] = row[day] and datetime.date.fromisoformat(row[day])
        await Claim(**row).save()


media.mkdir(exist_ok=True)
asyncio.run(fill(json.loads(Path(os.environ["SEED"]).read_text())))
storage = LocalMediaStorage(Shipment.proof, media_path=str(media))
app = create_admin(
    [TableConfig(Shipment, media_storage=[storage]), Claim, ClaimLine, Response],
    site_name="Claims portal",
    production=False,
)
uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="info")
