/** Two fonts that every PDF reader has, so that none is embedded. */
export type Font = 'regular' | 'bold';

// Windows-1252 letters with other Unicode positions, in the order of their codes from 0x80. A blank is
// unused.
const MOVED = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const MOVED_CODES = new Map(
  Array.from(MOVED, (letter, at) => [letter, 0x80 + at] as const).filter(([letter]) => letter !== ' '),
);

/** The letter's code in Windows-1252, which covers Western Europe. Null for all others. */
function codeOf(letter: string): number | null {
  const code = letter.codePointAt(0)!;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  return MOVED_CODES.get(letter) ?? null;
}

/** One byte per letter. Null if one of them has no code. */
export function codesOf(text: string): number[] | null {
  const codes = Array.from(text, codeOf);
  return codes.every((code) => code !== null) ? codes : null;
}

/** Missing letters are shown as missing. */
export const withGaps = (text: string): string =>
  Array.from(text, (letter) => (codeOf(letter) === null ? '?' : letter)).join('');

/** On one line, without invisible control characters, except those that join or separate letters. */
export const asLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();

// Widths in thousandths of the size, from blank to tilde, as Adobe publishes them for Helvetica and Helvetica
// Bold.
const WIDTHS: Record<Font, readonly number[]> = {
  regular: numbers(
    '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
  ),
  bold: numbers(
    '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584',
  ),
};
/** As wide as the widest letters of other scripts, and wider than most. */
const OTHER_WIDTH = 1_000;

/** The text's width in points. For letters these fonts don't have, at least this much. */
export const widthOf = (text: string, font: Font, size: number): number =>
  (Array.from(text).reduce((sum, letter) => sum + letterWidth(letter, font), 0) * size) / 1_000;

function letterWidth(letter: string, font: Font): number {
  const code = letter.codePointAt(0)!;
  // An accent doesn't make a letter wider.
  const bare = code < 0x7f ? code : letter.normalize('NFD').codePointAt(0)!;
  return WIDTHS[font][bare - 0x20] ?? (letter === '·' ? 278 : OTHER_WIDTH);
}

function numbers(text: string): number[] {
  return text.split(' ').map(Number);
}
