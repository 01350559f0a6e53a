import { expect, test } from 'vitest';
import { restQuery } from './subscription.ts';

const conditions = (filter: string) =>
  new URLSearchParams(restQuery({ event: '*', schema: 'public', filter })).get('and');

test.each([
  ['user_id=eq.1', '(user_id.eq.1)'],
  ['a=eq.1,b=in.(2,3)', '(a.eq.1,b.in.(2,3))'],
  ['a=in.("x,y",z),b=eq."1,2"', '(a.in.("x,y",z),b.eq."1,2")'],
  [String.raw`a=eq."say \"a,b\"",b=eq.1`, String.raw`(a.eq."say \"a,b\"",b.eq.1)`],
])('the filter %s selects %s', (filter, asked) => {
  expect(conditions(filter)).toBe(asked);
});

test('two thousand brackets are parsed instantly', () => {
  const begun = performance.now();
  for (let turn = 0; turn < 200; turn += 1) conditions(`user_id=not.is.null,${'('.repeat(1_980)}`);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
