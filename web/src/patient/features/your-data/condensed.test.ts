import { expect, test } from 'vitest';
import { condensed } from './condensed.ts';

const line = (id: number, who: string, at: number, why: string | null = null) => ({
  id,
  at,
  words: { who, what: 'opened your notes', why },
});
const minute = (at: number) => String(Math.floor(at / 60));

test('what was done again within a minute is one line, and everything else a line of its own', () => {
  const entries = [
    line(6, 'You', 130),
    line(5, 'You', 125),
    line(4, 'Your care team', 124),
    line(3, 'You', 121),
  ];
  const shown = condensed([...entries, line(2, 'You', 120), line(1, 'You', 119)], minute);
  expect(shown.map(({ id, times }) => [id, times])).toEqual([
    [6, 2],
    [4, 1],
    [3, 2],
    [1, 1],
  ]);
});

test('an opening with a reason is not counted to one without, nor to one with another', () => {
  const entries = [
    line(4, 'Noa, coach', 3),
    line(3, 'Noa, coach', 2, 'you asked'),
    line(2, 'Noa, coach', 1, 'you asked'),
    line(1, 'Noa, coach', 0, 'your safety'),
  ];
  expect(condensed(entries, minute).map(({ id, times }) => [id, times])).toEqual([
    [4, 1],
    [3, 2],
    [1, 1],
  ]);
});
