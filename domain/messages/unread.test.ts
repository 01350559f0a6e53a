import { expect, test } from 'vitest';
import { newMessageWords } from './unread.ts';

test.each([
  ['Marisol Vega', 'New message from Marisol'],
  ['Noa', 'New message from Noa'],
  ['Dr. Anneke Lind', 'New message from Dr. Lind'],
  ['Dr. Lind', 'New message from Dr. Lind'],
  [null, 'New message from your care team'],
])('%s: %s', (name, words) => {
  expect(newMessageWords(name)).toBe(words);
});
