import os

from piccolo.engine.sqlite import SQLiteEngine

DB = SQLiteEngine(path=os.path.join(os.environ["DATA"], "piccolo.sqlite3"))
