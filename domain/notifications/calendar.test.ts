import { describe, expect, test } from 'vitest';
import { DAY, instantFromIso } from '../time/instant.ts';
import { calendarFile, type CalendarEvent } from './calendar.ts';
import { anAppointment, SENDER } from './testing.ts';

const EVENT: CalendarEvent = {
  method: 'REQUEST',
  attendee: 'ada@example.com',
  attendeeName: 'Ada',
  with: 'Marisol Vega',
};
const NOW = instantFromIso('2026-11-15T08:09:10.999Z');
const file = (appointment = anAppointment(), event: Partial<CalendarEvent> = {}) =>
  calendarFile(appointment, SENDER, { ...EVENT, ...event }, NOW);
const octets = (line: string) => new TextEncoder().encode(line).length;
/** As a calendar reads it: unfolded lines. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
const valueOf = (text: string, name: string) =>
  linesOf(text)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);
const asRead = (value = '') =>
  value.replace(/\\([\\;,n])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));

test('a calendar file says when, with whom and how to join', () => {
  expect(linesOf(file())).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bea//Patient portal//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:3f1c2c64-98a4-4a5e-9f0e-1d2f3a4b5c6d',
    'SEQUENCE:0',
    'DTSTAMP:20261115T080910Z',
    'DTSTART:20261118T153000Z',
    'DTEND:20261118T160000Z',
    'SUMMARY:Call with Marisol Vega',
    'DESCRIPTION:You can join 10 minutes before it starts: https://portal.example.com/home',
    'URL:https://portal.example.com/home',
    'ORGANIZER;CN="Béa":mailto:care@example.com',
    'ATTENDEE;CN="Ada";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ada@example.com',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

test('a change keeps the UID and raises the SEQUENCE, and a cancellation says so', () => {
  const moved = file(anAppointment({ sequence: 3 }), { method: 'CANCEL' });
  expect(valueOf(moved, 'UID')).toBe(valueOf(file(), 'UID'));
  expect(valueOf(moved, 'SEQUENCE')).toBe('3');
  expect(valueOf(moved, 'METHOD')).toBe('CANCEL');
  expect(valueOf(moved, 'STATUS')).toBe('CANCELLED');
});

test.each([
  ['the hour that New York’s clocks show twice', '2026-11-01T06:30:00Z', '20261101T063000Z'],
  ['the hour that they skip', '2027-03-14T07:00:00Z', '20270314T070000Z'],
])('a call in %s is an ordinary instant', (_, starts, written) => {
  const startsAt = instantFromIso(starts);
  const text = file(anAppointment({ startsAt, endsAt: startsAt + DAY / 48 }));
  expect(valueOf(text, 'DTSTART')).toBe(written);
  expect(text).not.toMatch(/TZID|VTIMEZONE/);
});

describe('whatever a name contains, the file stays valid', () => {
  test.each([
    'Vega, Marisol; MSc',
    'back\\slash \\n \\, ;',
    'two\nlines',
    'Windows\r\nlines',
    'Ünïcödé 王小明 👩🏽‍⚕️',
    'END:VEVENT\r\nBEGIN:VEVENT',
    `${'long '.repeat(60)}name`,
    '👩🏽‍⚕️'.repeat(40),
    'é'.repeat(200),
  ])('%j', (name) => {
    const text = file(anAppointment(), { with: name, attendeeName: name });
    expect(asRead(valueOf(text, 'SUMMARY'))).toBe(`Call with ${name.replaceAll('\r\n', '\n')}`);
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map(octets))).toBeLessThanOrEqual(75);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    // Only CRLF line breaks, and no split characters.
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\ufffd]|[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(linesOf(text)).toHaveLength(21);
  });
});

test('a quote in a name cannot escape its parameter, and control characters are removed', () => {
  const text = file(anAppointment(), { attendeeName: 'Ada "Ace"\u0000\u0007 L.\nX', with: 'A\u0000B' });
  expect(text.replaceAll('\r\n ', '')).toContain(`ATTENDEE;CN="Ada 'Ace' L. X";ROLE`);
  expect(valueOf(text, 'SUMMARY')).toBe('Call with AB');
});

test('lines are folded at exactly 75 octets', () => {
  const name = 'x'.repeat(200);
  const written = file(anAppointment(), { with: name })
    .split('\r\n')
    .filter((line) => line.includes('xxxx'));
  const ofSummary = 'SUMMARY:Call with '.length;
  expect(written.map(octets)).toEqual([75, 75, 200 - (75 - ofSummary) - 74 + 1]);
  expect(written.map((line) => line.startsWith(' '))).toEqual([false, true, true]);
});

test('a host, who has no portal, reads about the link in the email, and the link itself stays there', () => {
  const text = file(
    anAppointment({ hostLink: { url: 'https://portal.example.com/call/signed', needsSignIn: false } }),
    { isHost: true },
  );
  expect(valueOf(text, 'DESCRIPTION')).toBe(
    'You can join 10 minutes before it starts: use the link in our email about this call',
  );
  expect(text).not.toContain('https://');
});
