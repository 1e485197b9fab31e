"""A sheet of «Алхимики» before its great reveal is over."""

from tests.scoring.samples import Sample

SAMPLE = Sample(
    "alchemists",
    [
        ("rep.a1", "1 gain +4"),
        ("rep.a2", "1 sale -1"),
        ("theory.toad", "a1"),
        ("seal.toad.1", "gold"),
        ("seal.toad.2", "hedge_R"),
        ("truth.toad", "a4"),
        ("artifacts.1", "magic_mirror wisdom_idol"),
        ("grants.2", "g1"),
        ("gold.1", "4"),
        ("gold.2", "0"),
        ("gold.3", "3"),
    ],
    ("", "track", "books", "reveal"),
)
