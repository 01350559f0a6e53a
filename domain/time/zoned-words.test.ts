import { expect, test } from 'vitest';
import { instantFromIso } from './instant.ts';
import { fullTime, inOtherZone, shortTime } from './zoned-words.ts';

const at = instantFromIso('2026-11-19T02:30:00Z');
const [from, to] = ['America/New_York', 'America/Los_Angeles'];

test('a text reads the same in another zone but for its moment', () => {
  const written = (zone: string) =>
    `Your call is ${fullTime(at, zone)}. ${shortTime(at, zone)}: see you. ${fullTime(at, zone)}`;
  expect(inOtherZone(written(from), at, [from, to])).toBe(written(to));
});

test('another moment in the text stays', () => {
  const other = fullTime(at + 60_000, from);
  expect(inOtherZone(other, at, [from, to])).toBe(other);
});
