import { expect, test } from 'vitest';
import { slugOf } from './appointment-type-slug.ts';

test.each([
  ['Nutrition call', 'nutrition-call'],
  ['  Café & You! ', 'cafe-you'],
  ['食事', 'call'],
  ['-'.repeat(80), 'call'],
  ['a '.repeat(80), `${'a-'.repeat(29)}a`],
])('the address of %j is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  expect(slug).toMatch(/^[a-z0-9-]{1,60}$/);
});
