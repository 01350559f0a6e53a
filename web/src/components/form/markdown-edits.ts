/** A text and its selection. */
export type Place = { text: string; start: number; end: number };
/** A replacement, and the selection afterward. */
export type Edit = { from: number; to: number; insert: string; select: [start: number, end: number] };

const LINE_MARK = /^(?:#{1,6} |[-*+] |\d+[.)] )/;
const LIST_MARK = /^(?<mark>[-*+]|(?<number>\d+)[.)]) (?<words>.*)$/;

/** Wraps the selection; pressed again, it unwraps. */
export function bold({ text, start, end }: Place): Edit {
  const chosen = text.slice(start, end);
  if (chosen && text.slice(start - 2, start) === '**' && text.slice(end, end + 2) === '**')
    return { from: start - 2, to: end + 2, insert: chosen, select: [start - 2, end - 2] };
  // Markdown requires the stars next to a character.
  const inner = chosen.trim() || 'bold text';
  const before = chosen.length - chosen.trimStart().length;
  const at = start + (chosen.trim() ? before : 0) + 2;
  const insert = chosen.trim() ? chosen.replace(inner, () => `**${inner}**`) : `**${inner}**`;
  return { from: start, to: end, insert, select: [at, at + inner.length] };
}

/** At the start of each selected line; removed if all lines have it. */
function markLines(place: Place, mark: (place: number) => string, isMarked: RegExp): Edit {
  const { text, start } = place;
  const end = place.end > start && text[place.end - 1] === '\n' ? place.end - 1 : place.end;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const nextBreak = text.indexOf('\n', end);
  const to = nextBreak === -1 ? text.length : nextBreak;
  const lines = text.slice(from, to).split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  const isOff = written.length > 0 && written.every((line) => isMarked.test(line));
  let count = 0;
  const insert = lines
    .map((line) => {
      if (line.trim() === '' && lines.length > 1) return line;
      const words = line.replace(LINE_MARK, '');
      if (isOff) return words;
      count += 1;
      return mark(count) + words;
    })
    .join('\n');
  const after = from + insert.length;
  return { from, to, insert, select: lines.length > 1 ? [from, after] : [after, after] };
}

export const heading = (place: Place): Edit => markLines(place, () => '## ', /^#{1,6} /);
export const bullets = (place: Place): Edit => markLines(place, () => '- ', /^[-*+] /);
export const numbers = (place: Place): Edit => markLines(place, (number) => `${number}. `, /^\d+[.)] /);

/** `words` unchanged, as a link. */
export function link({ start, end }: Place, words: string, address: string): Edit {
  const insert = `[${words.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](<${address}>)`;
  const after = start + insert.length;
  return { from: start, to: end, insert, select: [after, after] };
}

/** Enter in a list starts the next item; in an empty item it ends the list. Null anywhere else. */
export function continueList({ text, start, end }: Place): Edit | null {
  if (start !== end) return null;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const found = LIST_MARK.exec(text.slice(from, start));
  if (!found) return null;
  const { mark, number, words } = found.groups as { mark: string; number?: string; words: string };
  if (words.trim() === '') return { from, to: start, insert: '', select: [from, from] };
  const next = number === undefined ? mark : `${Number(number) + 1}${mark.at(-1)}`;
  const insert = `\n${next} `;
  return { from: start, to: start, insert, select: [start + insert.length, start + insert.length] };
}

export const edited = (text: string, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to);
