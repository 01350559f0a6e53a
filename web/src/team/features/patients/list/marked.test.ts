import { expect, test } from 'vitest';
import { partsOf } from './marked.tsx';

const marked = (text: string, search: string) =>
  partsOf(text, search)
    .map(({ words, found }) => (found ? `[${words}]` : words))
    .join('');

test.each([
  ['Rosanna Conti', 'an', 'Ros[an]na Conti'],
  ['Zoë Conti', 'CON zoe', '[Zoë] [Con]ti'],
  ['Ada', 'ada@example.com', 'Ada'],
  ['Hanna', '', 'Hanna'],
])('in %s matches for “%s” are marked', (text, search, shown) => {
  expect(marked(text, search)).toBe(shown);
});
