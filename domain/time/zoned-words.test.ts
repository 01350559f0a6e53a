import { expect, test } from 'vitest';
import { instantFromIso } from './instant.ts';
import { fullTime, inOtherZone, shortTime } from './zoned-words.ts';

const at = instantFromIso('2026-11-19T02:30:00Z');
const [from, to] = ['America/New_York', 'America/Los_Angeles'];

test('a text stays the same in another zone except for its time', () => {
  const written = (zone: string) =>
    `Your call is ${fullTime(at, zone)}. ${shortTime(at, zone)}: see you. ${fullTime(at, zone)}`;
  expect(inOtherZone(written(from), at, [from, to])).toBe(written(to));
});

test('another time in the text stays as it is', () => {
  const other = fullTime(at + 60_000, from);
  expect(inOtherZone(other, at, [from, to])).toBe(other);
});
