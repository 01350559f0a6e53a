import { expect, test } from 'vitest';
import { condensed } from './condensed.ts';

type Change = { thing?: string | null; what?: string; why?: string | null; isOpening?: boolean };
const line = (
  id: number,
  who: string,
  at: number,
  { thing = 'notes', what = `opened your ${thing}`, why = null, isOpening = true }: Change = {},
) => ({
  id,
  at,
  isOpening,
  words: { who, what, why, thing },
});
const minute = (at: number) => String(Math.floor(at / 60));
const shown = (entries: ReturnType<typeof line>[]) =>
  condensed(entries, minute).map(({ id, what }) => [id, what]);

test('repeats within a minute are one line, and everything else its own', () => {
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

test('a person who opened several things in a minute opened the record, and each type is listed once', () => {
  const things = ['calls', 'test results', 'notes', 'calls'];
  const entries = things.map((thing, index) => line(9 - index, 'Noa, coach', 1, { thing }));
  const [only, ...others] = condensed(entries, minute);
  expect(only).toMatchObject({ id: 9, what: 'opened your record', kinds: 'Calls, test results, notes' });
  expect(others).toEqual([]);
});

test('giving a reason and what was viewed with it are one line', () => {
  const why = 'your safety';
  const opened = line(8, 'Noa, coach', 1, { thing: null, what: 'opened your record', why });
  const entries = [line(9, 'Noa, coach', 1, { thing: 'test results', why }), opened];
  expect(condensed(entries, minute)).toMatchObject([
    { id: 9, what: 'opened your record', kinds: 'Test results' },
  ]);
  expect(condensed([opened], minute)).toMatchObject([{ what: 'opened your record', kinds: null }]);
});

test('a single type has its own words, without a list', () => {
  const entries = [2, 1].map((id) => line(id, 'Noa, coach', 1, { thing: 'kit', what: 'looked at your kit' }));
  expect(condensed(entries.slice(1), minute)).toMatchObject([{ what: 'looked at your kit', kinds: null }]);
  expect(condensed(entries, minute)).toMatchObject([{ what: 'looked at your kit, 2 times', kinds: null }]);
});

test('data outside the record is not shown as an opening of it', () => {
  const entries = [
    line(9, 'Noa, coach', 1, { thing: 'calls' }),
    line(8, 'Noa, coach', 1, { thing: null, what: 'joined your video call' }),
    line(7, 'Noa, coach', 1, { thing: null, what: 'saw your name in the patient list' }),
    line(6, 'Noa, coach', 1, { thing: 'periods' }),
  ];
  expect(shown(entries)).toEqual([
    [9, 'opened your record'],
    [8, 'joined your video call'],
    [7, 'saw your name in the patient list'],
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

test('a change has its own line, and so has each act by the patient', () => {
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
