"""Teams on paper: who plays with whom, and the sign of each team."""

from rulebook.content.entries import Text

TOGETHER = 2  # teams.four, teams.six: a team is a pair
CHESTS = 3  # teams.win: of other teams, on the homes of its wizards
SIGNS = ("sun", "moon", "crown")
TEAM = Text("Команда", "Team")


def pairs(teams: int) -> list[tuple[int, ...]]:
    """Seats of each team, from 0: team mates sit opposite, with as many seats between as there are teams."""
    return [tuple(team + teams * n for n in range(TOGETHER)) for team in range(teams)]
