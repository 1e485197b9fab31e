/* Arithmetic over rows of results, each as a server counted it: who won how often, who ended before whom. */
/* A row's players as people: joined names are one; who would sit there twice sits there once. */
export function seated(row, joined) {
  const found = new Map();
  for (const player of row.players) {
    const name = joined.get(player.name) || player.name;
    if (!found.has(name)) found.set(name, player);
  }
  return [...found].map(([name, player]) => ({ ...player, name }));
}

/* Every person with their numbers, the most wins first. `fewest` says of a game whether the fewest points win. */
export function people(rows, joined, fewest) {
  const found = new Map();
  for (const row of rows) {
    for (const { name, points, won } of seated(row, joined)) {
      if (!found.has(name)) found.set(name, { name, games: 0, wins: 0, now: 0, streak: 0, sum: 0, counted: 0, best: null });
      const person = found.get(name);
      person.games += 1;
      person.wins += won ? 1 : 0;
      person.now = won ? person.now + 1 : 0;
      person.streak = Math.max(person.streak, person.now);
      if (points === null) continue;
      person.sum += points;
      person.counted += 1;
      const better = fewest.has(row.game) ? points < person.best : points > person.best;
      if (person.best === null || better) person.best = points;
    }
  }
  return [...found.values()].sort((one, other) => other.wins - one.wins || other.games - one.games || one.name.localeCompare(other.name));
}

/* Pairs that met: how often each ended before the other. Who has no place comes behind all who have. */
export function pairs(rows, joined) {
  const found = new Map();
  for (const row of rows) {
    const table = seated(row, joined).sort((one, other) => (one.name < other.name ? -1 : 1));
    table.forEach((one, n) => {
      for (const other of table.slice(n + 1)) {
        const key = JSON.stringify([one.name, other.name]);
        if (!found.has(key)) found.set(key, { names: [one.name, other.name], games: 0, before: [0, 0] });
        const pair = found.get(key);
        pair.games += 1;
        const [a, b] = [one, other].map((player) => player.place || Infinity);
        if (a !== b) pair.before[a < b ? 0 : 1] += 1;
      }
    });
  }
  return [...found.values()].sort((one, other) => other.games - one.games);
}

/* How the wins of some people grew, evening by evening. */
export function course(rows, joined, names) {
  const sums = new Map(names.map((name) => [name, [0]]));
  for (const row of rows) {
    const won = new Set(seated(row, joined).filter((player) => player.won).map((player) => player.name));
    for (const [name, line] of sums) line.push(line[line.length - 1] + (won.has(name) ? 1 : 0));
  }
  return sums;
}

/* Whether two people ever sat at one table: then they are two. */
export const met = (rows, joined, one, other) => rows.some((row) => {
  const names = new Set(row.players.map((player) => joined.get(player.name) || player.name));
  return names.has(one) && names.has(other);
});
