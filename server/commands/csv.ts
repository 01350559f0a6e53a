export type CsvLine = { number: number; fields: string[] };

/**
 * Reads comma-separated lines, with quotes as spreadsheets write them. If the first line has semicolons and no comma, the
 * separator is the semicolon, as spreadsheets write it in half of Europe. Line numbers are those an editor shows.
 */
export function readCsv(text: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let field = '';
  let quoted = false;
  let number = 1;
  let startedAt = 1;
  const endLine = () => {
    fields.push(field.trim());
    if (fields.some((one) => one !== '')) lines.push({ number: startedAt, fields });
    fields = [];
    field = '';
    startedAt = number + 1;
  };
  const characters = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const separator = /^[^,\n]*;[^,\n]*(\n|$)/.test(characters) ? ';' : ',';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]!;
    if (quoted && character === '"' && characters[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (character === '"' && (quoted || field.trim() === '')) {
      quoted = !quoted;
      if (quoted) field = '';
    } else if (character === separator && !quoted) {
      fields.push(field.trim());
      field = '';
    } else if (character === '\n') {
      if (quoted) field += character;
      else endLine();
      number += 1;
    } else {
      field += character;
    }
  }
  endLine();
  return lines;
}
