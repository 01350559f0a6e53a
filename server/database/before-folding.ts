/**
 * Migrations were folded once, into one file for each area. These are the versions that a database of the last version
 * before that has applied: its tables are the same, its history is not.
 */
const BEFORE_FOLDING = [
  ...['000100', '000200', '000300', '000400', '000500', '000600', '000700', '000800', '000900'],
  ...['001000', '001100', '001200', '001300', '001400', '001500', '001510', '001520', '001600'],
  ...['001610', '001700', '001710', '001720', '001730', '002100', '002110', '002200', '002210'],
  ...['002215', '003000', '003010', '003020', '003030', '003040', '003100', '003200', '003300', '003310'],
]
  .map((time) => `20261115${time}`)
  .concat(
    ['000100', '000110', '000120', '000300', '000500', '000600', '000700', '000710'].map(
      (time) => `20261116${time}`,
    ),
  );

const LAST_FOLDED = '20261115102300';

export const isFromBeforeFolding = (versions: string[]) =>
  versions.some((version) => BEFORE_FOLDING.includes(version));

/** The folded files that make what these versions made, or null where they are not the whole of that history. */
export function foldedVersionsOf(versions: string[], known: string[]): string[] | null {
  const isWhole = [...versions].sort().join() === BEFORE_FOLDING.join();
  return isWhole ? known.filter((version) => version <= LAST_FOLDED) : null;
}
