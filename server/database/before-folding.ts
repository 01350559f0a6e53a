/**
 * Migrations were folded once, into one file for each area. These are the versions that a database of the last version
 * before that has applied: its tables are the same, its history is not.
 */
const BEFORE_FOLDING = `
  20261115000100 20261115000200 20261115000300 20261115000400 20261115000500 20261115000600
  20261115000700 20261115000800 20261115000900 20261115001000 20261115001100 20261115001200
  20261115001300 20261115001400 20261115001500 20261115001510 20261115001520 20261115001600
  20261115001610 20261115001700 20261115001710 20261115001720 20261115001730 20261115002100
  20261115002110 20261115002200 20261115002210 20261115002215 20261115003000 20261115003010
  20261115003020 20261115003030 20261115003040 20261115003100 20261115003200 20261115003300
  20261115003310 20261116000100 20261116000110 20261116000120 20261116000300 20261116000500
  20261116000600 20261116000700 20261116000710`
  .trim()
  .split(/\s+/);

const LAST_FOLDED = '20261115102300';

export const isFromBeforeFolding = (versions: string[]) =>
  versions.some((version) => BEFORE_FOLDING.includes(version));

/** The folded files that make what these versions made, or null where they are not the whole of that history. */
export function foldedVersionsOf(versions: string[], known: string[]): string[] | null {
  const isWhole = [...versions].sort().join() === BEFORE_FOLDING.join();
  return isWhole ? known.filter((version) => version <= LAST_FOLDED) : null;
}
