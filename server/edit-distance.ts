/** How many letters are missing, added, replaced, or swapped with their neighbour (Damerau–Levenshtein distance). */
export function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          rows[i - 1]![j]! + 1,
          row[j - 1]! + 1,
          rows[i - 1]![j - 1]! + (same ? 0 : 1),
          swapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}

/** The closest name to what was written, if one is close enough. */
export function nearestName(written: string, names: readonly string[], maxDistance: number): string | null {
  const [nearest] = names
    .map((name) => ({ name, distance: editDistance(written, name) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= maxDistance ? nearest.name : null;
}
