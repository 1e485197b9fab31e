"""The first plays of «Зельеварение», one with a half for somebody else."""

from tests.scoring.samples import Sample

INFUSION = "1 assemble infusion_of_divination"
FATE = "2 assemble powder_of_fate 1"
SAMPLE = Sample("potions", [("play.a1", INFUSION), ("play.a2", FATE)])
