import { expect, test } from 'vitest';
import { parserPriority } from './parser-priority.ts';

test.each([
  [0, 5],
  [-15, -10],
  [10, 15],
  [17, 19],
  [19, 19],
])('next to a server at %i a parser is at %i', (server, parser) => {
  expect(parserPriority(server)).toBe(parser);
});
