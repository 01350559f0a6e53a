import { Environment } from './environment.ts';

const OURS = Object.keys(Environment.shape);
// A short name is like too many others: HOST and HOME, PORT and PATH.
const LEAST_LENGTH = 6;
const MAX_DIFFERENCE = 2;

/** Names in the environment that are none of ours and nearly one of ours: `SMPT_URL` for `SMTP_URL`. */
export function misspeltSettings(environment: NodeJS.ProcessEnv): { found: string; meant: string }[] {
  return Object.keys(environment).flatMap((found) => {
    if (OURS.includes(found) || found.length < LEAST_LENGTH) return [];
    const [nearest] = OURS.filter((name) => name.length >= LEAST_LENGTH)
      .map((meant) => ({ meant, apart: difference(found, meant) }))
      .sort((one, other) => one.apart - other.apart);
    return nearest && nearest.apart <= MAX_DIFFERENCE && !environment[nearest.meant]
      ? [{ found, meant: nearest.meant }]
      : [];
  });
}

/** How many letters are missing, too many, other, or swapped with their neighbour (Damerau and Levenshtein). */
function difference(one: string, other: string): number {
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
