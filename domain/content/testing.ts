import { MAX_NOTE } from '../contracts/fields/lengths.ts';

const filled = (part: string): string => part.repeat(Math.ceil(MAX_NOTE / part.length)).slice(0, MAX_NOTE);

/** The longest note allowed. A parser without a limit needs seconds for each. */
export const HOSTILE_MARKDOWN: [string, string][] = [
  ['emphasis that never ends', filled('*_')],
  ['emphasis that crosses', filled('*a_ ')],
  ['emphasis around links', filled('*[_')],
  ['links that never began', filled(']')],
  ['links without an end', filled('[a](')],
  ['footnotes', filled('[^a]')],
  ['lists in lists', filled('1. ')],
  ['quotes in quotes', filled('>')],
  ['headings', filled('a\n===\n')],
  ['tables', filled('a|b\n-|-\n')],
  ['struck words', filled('~~a')],
  ['tags', filled('<a ')],
  ['items', filled('- a\n')],
  // Has no more marks than a long note may have, but each one makes the parser search a lot of text.
  ['emphasis between addresses', filled('_www.www.w')],
  ['brackets behind exclamations', `${'!'.repeat(18_000)}${']'.repeat(2_000)}`],
  ['brackets behind backslashes', `${'\\'.repeat(18_000)}${']'.repeat(2_000)}`],
  ['brackets before words', `${'['.repeat(2_000)}${' a'.repeat(9_000)}`],
  ['items in items', `${'- '.repeat(2_000)}${'\\'.repeat(16_000)}`],
  ['quotes around a line', `${'> '.repeat(2_000)}${'a'.repeat(16_000)}`],
];
