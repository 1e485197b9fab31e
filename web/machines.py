"""The Redis named in REDIS_URL: what several machines of one site share, or nothing where there is none.

The site goes on without it: who asks while it doesn't answer hears None, and the log says so once.
"""

import logging
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.conf import settings

from web.shared import digest

if TYPE_CHECKING:
    from redis import Redis

PATIENCE = 0.5  # seconds for an answer
PAUSE = 5.0  # seconds until one that didn't answer is asked again; meanwhile nobody waits for it

log = logging.getLogger("grimoire.redis")


class SharedRedis:
    """One client for all threads of a process."""

    def __init__(self) -> None:
        self.is_gone, self.asked_again = False, 0.0

    @cached_property
    def client(self) -> "Redis":
        """Connects anew at once where a connection has broken, which isn't the same as being gone."""
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        return redis.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
        )

    def ask(self, question: Callable[["Redis"], Any]) -> Any:
        """The answer; None where there is no Redis, or it doesn't answer."""
        if not settings.REDIS_URL or time.monotonic() < self.asked_again:
            return None
        from redis import RedisError

        try:
            answer = question(self.client)
        except RedisError as error:
            self.asked_again = time.monotonic() + PAUSE
            if not self.is_gone:
                self.is_gone = True
                log.error("Redis doesn't answer, going on without: %s", error)
            return None
        if self.is_gone:
            self.is_gone = False
            log.warning("Redis answers again")
        return answer


SHARED = SharedRedis()


def ask(question: Callable[["Redis"], Any]) -> Any:
    """The answer; None where there is no Redis, or it doesn't answer."""
    return SHARED.ask(question)


def answers() -> bool:
    """Whether it is there."""
    return bool(ask(lambda redis: redis.ping()))


def key(kind: str, name: str) -> str:
    """Where it has what is kept of a name: no address and no other site's name is to be read there."""
    return f"grimoire:{kind}:{digest(name, 16).hex()}"
