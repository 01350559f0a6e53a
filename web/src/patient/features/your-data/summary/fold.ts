import { asLine, widthOf, type Font } from './letters.ts';

export type Look = { font: Font; size: number };

/**
 * Breaks a text into lines of at most this width and number. The last line ends with dots if text was cut.
 */
export function fold(text: string, look: Look, width: number, maxLines: number): string[] {
  const lines = [''];
  for (const word of asLine(text)
    .split(' ')
    .flatMap((each) => piecesOf(each, look, width))) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (fits(longer, look, width)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), withDots(lines[maxLines - 1]!, look, width)];
}

const fits = (text: string, { font, size }: Look, width: number) => widthOf(text, font, size) <= width;

/** A word wider than a line continues on the next one. */
function piecesOf(word: string, look: Look, width: number): string[] {
  if (fits(word, look, width)) return [word];
  const pieces: string[] = [];
  let [piece, used] = ['', 0];
  for (const letter of word) {
    const wide = widthOf(letter, look.font, look.size);
    if (piece !== '' && used + wide > width) {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += letter;
    used += wide;
  }
  return [...pieces, piece];
}

function withDots(line: string, look: Look, width: number): string {
  const letters = Array.from(line);
  while (letters.length > 0 && !fits(`${letters.join('')}…`, look, width)) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
