export type CsvLine = {
  number: number;
  fields: string[];
  /** A quote opens on this line and never closes: everything after it was taken for one field. */
  isUnclosed?: true;
};

/**
 * Reads comma-separated lines, with quotes as spreadsheets write them. If the first line has semicolons or
 * tabs and no comma, those separate the fields, as European spreadsheets write them. Line numbers match an
 * editor's.
 */
export function readCsv(text: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let field = '';
  // Stored next to the field: rescanning it at each quote would take quadratic time.
  let isBlank = true;
  let quoted = false;
  let number = 1;
  let startedAt = 1;
  const endField = () => {
    fields.push(field.trim());
    field = '';
    isBlank = true;
  };
  const endLine = () => {
    endField();
    if (fields.some((one) => one !== ''))
      lines.push({ number: startedAt, fields, ...(quoted && { isUnclosed: true }) });
    fields = [];
    startedAt = number + 1;
  };
  const characters = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [header = ''] = characters.split('\n', 1);
  const separator = [',', ';', '\t'].find((one) => header.includes(one)) ?? ',';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]!;
    if (quoted && character === '"' && characters[at + 1] === '"') {
      field += '"';
      isBlank = false;
      at += 1;
    } else if (character === '"' && (quoted || isBlank)) {
      quoted = !quoted;
      if (quoted) field = '';
    } else if (character === separator && !quoted) {
      endField();
    } else if (character === '\n') {
      if (quoted) field += character;
      else endLine();
      number += 1;
    } else {
      field += character;
      isBlank &&= character.trim() === '';
    }
  }
  endLine();
  return lines;
}
