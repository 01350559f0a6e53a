import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { capAlarm } from './alarm.ts';

const file = capAlarm(instantFromIso('2026-11-16T22:30:00Z'), instantFromIso('2026-11-16T17:30:00Z'));

test('a calendar alarm goes off 15 minutes before the limit, and at the limit', () => {
  const lines = file.split('\r\n');
  expect(lines).toContain('DTSTART:20261116T223000Z');
  expect(lines.filter((line) => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-PT15M', 'TRIGGER:PT0M']);
  expect(lines.filter((line) => line.startsWith('BEGIN')).length).toBe(
    lines.filter((line) => line.startsWith('END')).length,
  );
  expect(lines.every((line) => line.length <= 75)).toBe(true);
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

test('nothing in it says what it is for', () => {
  expect(file).not.toMatch(/\bcap\b|applicator|sample|treatment|fertil|insemin|pregnan|Béa/i);
  expect(file).toContain('SUMMARY:Reminder');
  expect(file).toContain('CLASS:PRIVATE');
});

test('the same cap twice is one entry', () => {
  const again = capAlarm(instantFromIso('2026-11-16T22:30:00Z'), instantFromIso('2026-11-16T18:00:00Z'));
  const uid = (text: string) => /UID:.*/.exec(text)?.[0];
  expect(uid(again)).toBe(uid(file));
});
