"""Settings of the whole site. Environment variables and their meaning: README.md."""

import os
import time
from pathlib import Path
from urllib.parse import urlsplit

from config import environment, network, sub_apps
from rulebook import finder
from web.keeping import in_one_sentence

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("GRIMOIRE_DATA_DIR") or BASE_DIR / "var").resolve()
with in_one_sentence(DATA_DIR):
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = os.environ.get("SECRET_KEY") or environment.secret_key(DATA_DIR / "secret.key")

STARTED = time.monotonic()  # by the first process, of which the others are copies
DEBUG = environment.flag("DEBUG")

HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = environment.port("PORT", 8000)
PUBLIC_URL = environment.origin("PUBLIC_URL")
LOCAL_ADDRESSES = network.local_addresses() if HOST == network.EVERY_ADDRESS else []
# Links opened from this computer's own 127.0.0.1 would lead phones nowhere; see web/addresses.py.
LAN_URL = network.url(LOCAL_ADDRESSES[0], PORT) if LOCAL_ADDRESSES else ""

ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *LOCAL_ADDRESSES]
if HOST not in {network.EVERY_ADDRESS, *ALLOWED_HOSTS}:
    ALLOWED_HOSTS.append(HOST)
if PUBLIC_URL:
    ALLOWED_HOSTS.append(urlsplit(PUBLIC_URL).hostname)
CSRF_TRUSTED_ORIGINS = [network.url(address, PORT) for address in LOCAL_ADDRESSES]
if PUBLIC_URL:
    CSRF_TRUSTED_ORIGINS.append(PUBLIC_URL)

# A proxy whose word on the visitor's address and scheme counts; anybody else's X-Forwarded-… is ignored.
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXY")
METRICS_FROM = environment.networks("METRICS_FROM", "127.0.0.1 ::1")

# With an https address every cookie is for https alone. Only a trusted proxy can tell that a request came
# by http: without one a redirect would lead in a circle.
HTTPS = PUBLIC_URL.startswith("https://")
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
SECURE_SSL_REDIRECT = HTTPS and bool(TRUSTED_PROXIES)
SECURE_SSL_HOST = urlsplit(PUBLIC_URL).netloc
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^metrics$"]  # asked on this computer, without the proxy

INSTALLED_APPS = [
    "config.apps.AskedFilesConfig",
    "django_htmx",
    "web",
    "rulebook",
    "scoring",
    "simulator",
    *sub_apps.configs(),
]
POCKET = (BASE_DIR / "pocket").is_dir()  # the site in a browser; the site goes on without
if POCKET:
    INSTALLED_APPS.append("pocket")

MIDDLEWARE = [
    "config.logs.numbered",
    "config.metrics.counted",
    "config.middleware.behind_proxy",
    "web.polling.unchanged",
    "config.middleware.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # a sheet is 300 KB of markup that polls send again
    "config.middleware.language",
    "config.middleware.reject_malformed_request",
    "config.middleware.method_not_allowed_page",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.limited",
    "config.failing.FailingGames",
    "config.unavailable.Unavailable",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "config.templates.Templates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates", *finder.folders("templates")],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            ["config.templates.FolderLoader", "config.templates.AppLoader"],
                        )
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
            ],
            # Partials are part of Django itself from 6.0 on; names of people stand in most templates.
            "builtins": ["template_partials.templatetags.partials", "web.templatetags.names"],
        },
    },
]

if POCKET:
    TEMPLATES[0]["OPTIONS"]["context_processors"].append("pocket.context.pocket")

# Nobody has an account here but the operator who asks for the admin (`web.admin`, `rulebook.admin`):
# without the variable there are neither tables of accounts nor sessions, with it no page but these has one.
ADMIN = environment.flag("ADMIN")
if ADMIN:
    # Not the usual config, which would show the tables of accounts, too.
    INSTALLED_APPS.append("django.contrib.admin.apps.SimpleAdminConfig")
    INSTALLED_APPS += [f"django.contrib.{name}" for name in ("auth", "contenttypes", "sessions", "messages")]
    MIDDLEWARE += [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ]
    TEMPLATES[0]["OPTIONS"]["context_processors"] += [
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
    ]
    AUTH_PASSWORD_VALIDATORS = [
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in ("MinimumLengthValidator", "CommonPasswordValidator")
    ]
    SESSION_COOKIE_PATH = "/admin/"
    SESSION_COOKIE_SECURE = HTTPS

DATABASE_URL = os.environ.get("DATABASE_URL", "")
EMBEDDED = environment.sqlite(DATA_DIR / "db.sqlite3")
DATABASES = {"default": environment.postgres(DATABASE_URL) if DATABASE_URL else EMBEDDED}

# What several machines of one site share beside the database; without it each has a file of its own.
REDIS_URL = environment.redis("REDIS_URL")
# Seconds for which who heard that nothing is new hears it again without the database: a second machine may
# have written meanwhile, or Redis have missed it. A phone that isn't written down for a minute is gone.
NEWS_REMEMBERED_FOR = 20.0 if REDIS_URL else 2.0 if DATABASE_URL else 40.0
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "ru"
LANGUAGES = [("ru", "Русский"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale", *(home / "locale" for home in finder.homes())]
TIME_ZONE = environment.time_zone("Europe/Moscow")
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static", *finder.folders("static")]
PLAIN_STATIC = "django.contrib.staticfiles.storage.StaticFilesStorage"
HASHED_STATIC = "config.static_files.HashedFiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN_STATIC if DEBUG else HASHED_STATIC},
}

THREADS = environment.count("THREADS", 8)  # of a web process
LIMITS = environment.flag("LIMITS", "1")
HELPER_PATIENCE = environment.count("HELPER_PATIENCE", 5)  # seconds that a page waits for a bot
HINT_PATIENCE = 0.3  # seconds that a page waits for the next part of a hint, if it asks on by itself
HINT_PATIENCE_ONCE = 2.0  # and if it doesn't
# True: whoever asks for a PDF makes it, and no process of its own does. For development, and for tests.
PRINT_AT_ONCE = DEBUG or environment.flag("PRINT_AT_ONCE")

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header over plain http and complain about it, and that is how a table uses the site.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"

# Who gets a letter when the site fails: off, unless they are named.
ADMINS = environment.admins("ADMINS")
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, EMAIL_USE_SSL = environment.smtp(
    "EMAIL_URL"
)
EMAIL_TIMEOUT = 5  # seconds that the page of the error waits
EMAIL_SUBJECT_PREFIX = "[Гримуар] "
SERVER_EMAIL = (
    EMAIL_HOST_USER if "@" in EMAIL_HOST_USER else f"grimoire@{urlsplit(PUBLIC_URL).hostname or 'localhost'}"
)

LOG_FORMAT = environment.one_of("LOG_FORMAT", ("line", "json"))
LOG_HANDLERS = ["console", "mail"] if ADMINS else ["console"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.Formatter",
            "format": "%(asctime)s %(levelname)s %(number)s %(name)s: %(message)s",
        },
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT},
        "mail": {"class": "config.reports.MailHandler", "level": "ERROR"},
    },
    "root": {"handlers": LOG_HANDLERS, "level": "WARNING"},
    "loggers": {
        "django": {"handlers": LOG_HANDLERS, "level": "WARNING", "propagate": False},
        # Refusals are answers: a normal evening has many of them, and strangers who try things out more.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "grimoire.request": {"level": "INFO" if environment.flag("ACCESS_LOG") else "WARNING"},
        # It warns of each request that waits for a thread.
        "waitress": {"level": "ERROR"},
    },
}
