"""
Roundup's classic tracker as the dispute desk of an auditor: an issue is a dispute, with its invoice, its PRO and the files
that were attached. The tracker is made in DATA by Roundup's own commands and customised as its documentation says, filled
from the records in SEED (JSON), and served on PORT. Asked again, it serves what is there.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

from roundup import instance
from roundup.cgi.wsgi_handler import RequestDispatcher
from roundup.password import Password

home = Path(os.environ["DATA"]) / "tracker"
url = f"http://127.0.0.1:{os.environ['PORT']}/"
programs = Path(sys.executable).parent


def admin(*args):
    subprocess.run([programs / "roundup-admin", "-i", home, *args], check=True, stdin=subprocess.DEVNULL)


def change(file, before, after):
    text = (home / file).read_text()
    assert text.count(before) == 1, f"{file}: {before}"
    (home / file).write_text(text.replace(before, after))


def install(password):
    settings = f"tracker_web={url},tracker_name=Freight disputes,mail_domain=example.com,mail_host=127.0.0.1"
    admin("install", "classic", "sqlite", f"{settings},mail_debug={home / 'mail.log'}")
    (home / "schema.py").write_text(
        (home / "schema.py")
        .read_text()
        .replace('file = FileClass(db, "file",\n', 'file = FileClass(db, "file",\n                reference=String(),\n')
        .replace(
            'issue = IssueClass(db, "issue",\n',
            'issue = IssueClass(db, "issue",\n                invoice=String(),\n                pro=String(),\n',
        )
        .replace(
            "#\n# TRACKER SECURITY SETTINGS",
            "shipment = Class(db, 'shipment', pro=String(), bol=String(), weight=Number(), freight_class=String(),\n"
            "                 proofs=Multilink('file'))\n"
            "shipment.setkey('pro')\n"
            "db.security.addPermissionToRole('User', 'View', 'shipment')\n\n"
            "#\n# TRACKER SECURITY SETTINGS",
            1,
        )
    )
    states = ["Submitted", "Under review", "Info requested", "Approved", "Partly approved", "Denied", "Withdrawn"]
    data = (home / "initial_data.py").read_text()
    data = re.sub(r"stat\.create\(.*\n", "", data)
    data = data.replace(
        "stat = db.getclass('status')\n",
        "stat = db.getclass('status')\n" + "".join(f'stat.create(name="{s}", order="{n}")\n' for n, s in enumerate(states)),
    )
    (home / "initial_data.py").write_text(data)
    index = "html/issue.index.html"
    change(
        index,
        '<th tal:condition="request/show/title" i18n:translate="">Title</th>',
        '<th tal:condition="request/show/title" i18n:translate="">Title</th>\n'
        '   <th tal:condition="request/show/invoice">Invoice</th>\n   <th tal:condition="request/show/pro">PRO</th>',
    )
    change(
        index,
        '   <td tal:condition="request/show/status"\n',
        '   <td tal:condition="request/show/invoice" tal:content="i/invoice" />\n'
        '   <td tal:condition="request/show/pro" tal:content="i/pro" />\n'
        '   <td tal:condition="request/show/status"\n',
    )
    item = "html/issue.item.html"
    change(
        item,
        '<tr>\n <th class="required" i18n:translate="">Priority</th>',
        '<tr>\n <th>Invoice</th>\n <td tal:content="structure context/invoice/field">invoice</td>\n'
        ' <th>PRO</th>\n <td tal:content="structure context/pro/field">pro</td>\n</tr>\n\n'
        '<tr>\n <th class="required" i18n:translate="">Priority</th>',
    )
    change(
        item,
        '<td colspan=3><input type="file" name="@file" size="40"></td>',
        '<td><input type="hidden" name="@link@files" value="file-1">'
        '<input type="file" name="file-1@content" size="40"></td>\n'
        ' <th>Your reference</th>\n <td><input type="text" name="file-1@reference" size="30"></td>',
    )
    change(item, '<th colspan="5" class="header"', '<th colspan="8" class="header"')
    change(item, '<th i18n:translate="">Edit</th>', '<th>ID</th>\n  <th>Size</th>\n  <th>Your reference</th>\n  <th>Edit</th>')
    change(
        item,
        '<td tal:content="file/type" />',
        '<td tal:content="file/type" />\n  <td tal:content="file/id" />\n  <td tal:content="python:utils.size(file)" />\n'
        '  <td tal:content="file/reference" />',
    )
    (home / "extensions" / "size.py").write_text(size_extension)
    (home / "html" / "shipment.item.html").write_text(shipment_page)
    (home / "html" / "shipment.index.html").write_text(shipments_page)
    admin("initialise", password)


size_extension = """def size(file):
    return file._klass.db.filesize('file', file._nodeid, None)


def init(tracker):
    tracker.registerUtil('size', size)
"""

shipments_page = """<tal:block metal:use-macro="templates/page/macros/icing">
<title metal:fill-slot="head_title">Shipments</title>
<span metal:fill-slot="body_title" tal:omit-tag="python:1">Shipments</span>
<td class="content" metal:fill-slot="content" tal:define="batch request/batch">
<table class="list">
<tr><th>PRO</th><th>BOL</th></tr>
<tr tal:repeat="s batch">
<td><a tal:attributes="href string:shipment${s/id}" tal:content="s/pro">pro</a></td><td tal:content="s/bol" />
</tr>
<metal:index use-macro="templates/issue.index/macros/batch-footer" />
</table>
</td>
</tal:block>
"""

shipment_page = """<tal:block metal:use-macro="templates/page/macros/icing">
<title metal:fill-slot="head_title">Shipment</title>
<span metal:fill-slot="body_title" tal:omit-tag="python:1">Shipment <tal:x replace="context/pro" /></span>
<td class="content" metal:fill-slot="content">
<table class="form">
<tr><th>BOL</th><td tal:content="context/bol">bol</td></tr>
<tr><th>Billed weight</th><td tal:content="context/weight">weight</td></tr>
<tr><th>Billed class</th><td tal:content="context/freight_class">class</td></tr>
</table>
<table class="files">
<tr><th>File name</th><th>Type</th></tr>
<tr tal:repeat="file context/proofs">
<td><a tal:attributes="href file/download_url" tal:content="file/name">file</a></td><td tal:content="file/type" />
</tr>
</table>
</td>
</tal:block>
"""


def fill(seed):
    tracker = instance.open(str(home))
    db = tracker.open("admin")
    try:
        db.user.create(
            username=seed["username"],
            password=Password(seed["password"], config=db.config),
            address="robot@example.com",
            roles="User",
        )
        for row in seed["shipments"]:
            proofs = []
            if row["proof"]:
                content = Path(row["proof"]).read_bytes()
                proofs.append(db.file.create(name="pod.pdf", type="application/pdf", content=content))
            db.shipment.create(
                pro=row["pro"],
                bol=row["bol"],
                weight=row["billed_weight"],
                freight_class=row["billed_class"],
                proofs=proofs,
            )
        for row in seed["disputes"]:
            db.issue.create(
                title=f"Weight on {row['invoice']}",
                invoice=row["invoice"],
                pro=row["pro"],
                priority=db.priority.lookup("bug"),
                status=db.status.lookup("Info requested"),
            )
        db.commit()
    finally:
        db.close()


if not home.exists():
    home.mkdir()
    seed = json.loads(Path(os.environ["SEED"]).read_text())
    install("of-the-administrator-3")
    fill(seed)


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


# Not by roundup-server, which an administrator's account may not run.
make_server("127.0.0.1", int(os.environ["PORT"]), RequestDispatcher(str(home)), server_class=Server).serve_forever()
