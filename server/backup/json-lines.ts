/** A line has 100 rows, in earlier versions 500, and the longest texts in our tables have 100,000 characters. */
export const MAX_LINE_LENGTH = 128 * 1024 * 1024;

/** Lines end with \n alone: the texts within them may hold every other kind of break. */
export async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator {
  let line = '';
  for await (const chunk of text) {
    const [rest, ...begun] = chunk.split('\n');
    line += rest;
    for (const next of begun) {
      yield parsed(line);
      line = next;
    }
    if (line.length > MAX_LINE_LENGTH) throw new Error('a line of it is too long for a backup of the portal');
  }
  if (line !== '') yield parsed(line);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new Error('this is not a backup of the portal, or it is damaged');
  }
}
