"""The site's settings with a data folder of its own for each test process, and static files unhashed."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

TEST_DATABASE_URL = os.environ.get("TEST_DATABASE_URL", "")
TEST_DIR = Path(tempfile.mkdtemp(prefix="grimoire-tests-"))
atexit.register(shutil.rmtree, TEST_DIR, ignore_errors=True)
os.environ["GRIMOIRE_DATA_DIR"] = str(TEST_DIR)
for name in (
    "ADMIN",
    "DATABASE_URL",
    "DEBUG",
    "HOST",
    "PORT",
    "PUBLIC_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "TRUSTED_PROXY",
):
    os.environ.pop(name, None)

# The settings read the environment as they are imported, hence after it is cleaned; a settings module has to
# take over every name of the one it extends.
from config import environment  # noqa: E402
from config.settings import *  # noqa: E402, F403
from config.settings import DATA_DIR, DATABASES, MIDDLEWARE, PLAIN_STATIC, STORAGES  # noqa: E402

# The suites run on a server, too: script/test --postgres. Never on the one of DATABASE_URL, where people's
# evenings are; the tests make databases of their own there, named test_….
if TEST_DATABASE_URL:
    DATABASES["default"] = environment.postgres(TEST_DATABASE_URL) | {"CONN_MAX_AGE": 0}
else:  # a file as in production, not memory: threads of some tests wait for one another
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
REDIS_URL = os.environ.get("TEST_REDIS_URL", "")  # script/with_redis; each process has a key of its own there
LIMITS = False  # all tests come from one address
STORAGES["staticfiles"] = {"BACKEND": PLAIN_STATIC}
WHITENOISE_USE_FINDERS = True
PRINT_AT_ONCE = True
HINT_PATIENCE = HINT_PATIENCE_ONCE = 60.0  # seconds: on any machine there is a first part of each hint
WHITENOISE_AUTOREFRESH = True
MIDDLEWARE = ["tests.markup.folding", *MIDDLEWARE]
