/** A line has 100 rows, in earlier versions 500, and the longest texts in our tables have 100,000 characters. */
export const MAX_LINE_LENGTH = 128 * 1024 * 1024;

/**
 * 500 rows of 200 columns. Within the length above, 40 million empty values would take gigabytes to parse.
 */
export const MAX_VALUES_PER_LINE = 100_000;

/** Lines end only with \n: their texts may contain any other line break. */
export async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator {
  let line = '';
  let countValues = createValueCount();
  const add = (part: string) => {
    line += part;
    if (line.length > MAX_LINE_LENGTH) throw new Error('it has a line that is too long for a backup');
    if (countValues(part) > MAX_VALUES_PER_LINE)
      throw new Error('it has a line with too many values for a backup');
  };
  for await (const chunk of text) {
    const [rest, ...begun] = chunk.split('\n');
    add(rest!);
    for (const next of begun) {
      yield parsed(line);
      line = '';
      countValues = createValueCount();
      add(next);
    }
  }
  if (line !== '') yield parsed(line);
}

/** Counts the values in JSON text that arrives in parts, before it is parsed: opening brackets and commas. */
function createValueCount(): (part: string) => number {
  let values = 0;
  let isInText = false;
  let isEscaped = false;
  return (part) => {
    for (const character of part) {
      if (isEscaped) isEscaped = false;
      else if (isInText && character === '\\') isEscaped = true;
      else if (character === '"') isInText = !isInText;
      else if (!isInText && (character === ',' || character === '[' || character === '{')) values += 1;
    }
    return values;
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new Error('this is not a backup of the portal, or it is damaged');
  }
}
