import { expect, test } from 'vitest';
import { condensed } from './condensed.ts';

type Change = { what?: string; why?: string | null; isOpening?: boolean };
const line = (
  id: number,
  who: string,
  at: number,
  { what = 'opened your notes', why = null, isOpening = true }: Change = {},
) => ({
  id,
  at,
  isOpening,
  words: { who, what, why },
});
const minute = (at: number) => String(Math.floor(at / 60));
const shown = (entries: ReturnType<typeof line>[]) =>
  condensed(entries, minute).map(({ id, what }) => [id, what]);

test('what was done again within a minute is one line, and everything else a line of its own', () => {
  const entries = [
    line(6, 'You', 130),
    line(5, 'You', 125),
    line(4, 'Your care team', 124),
    line(3, 'You', 121),
    line(2, 'You', 120),
    line(1, 'You', 119),
  ];
  expect(shown(entries)).toEqual([
    [6, 'opened your notes, 4 times'],
    [4, 'opened your notes'],
    [1, 'opened your notes'],
  ]);
});

test('a person who opened several things in a minute has one line that names each', () => {
  const kinds = ['opened your calls', 'opened your test results', 'opened your notes', 'opened your calls'];
  const entries = kinds.map((what, index) => line(9 - index, 'Noa, coach', 1, { what }));
  expect(shown(entries)).toEqual([[9, 'opened your calls (2 times), test results and notes']]);
});

test('what a person saw in other words than opening is said in full', () => {
  const kinds = ['opened your calls', 'entered your video call', 'saw the outcome', 'opened your periods'];
  const entries = kinds.map((what, index) => line(9 - index, 'Noa, coach', 1, { what }));
  expect(shown(entries)).toEqual([
    [9, 'opened your calls and periods, entered your video call, and saw the outcome'],
  ]);
});

test('an opening with a reason is not joined to one without, nor to one with another', () => {
  const entries = [
    line(4, 'Noa, coach', 3),
    line(3, 'Noa, coach', 2, { why: 'you asked' }),
    line(2, 'Noa, coach', 1, { why: 'you asked' }),
    line(1, 'Noa, coach', 0, { why: 'your safety' }),
  ];
  expect(shown(entries)).toEqual([
    [4, 'opened your notes'],
    [3, 'opened your notes, 2 times'],
    [1, 'opened your notes'],
  ]);
});

test('a change has a line of its own, and so has each thing that the patient did', () => {
  const changed = (id: number, who: string, what: string) => line(id, who, 1, { what, isOpening: false });
  const entries = [
    changed(5, 'Noa, coach', 'changed your calls'),
    line(4, 'Noa, coach', 1),
    changed(3, 'Noa, coach', 'added to your notes'),
    changed(2, 'You', 'opened your notes'),
    changed(1, 'You', 'downloaded a copy of everything'),
  ];
  expect(shown(entries).map(([id]) => id)).toEqual([5, 4, 3, 2, 1]);
});
