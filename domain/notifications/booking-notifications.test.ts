import { expect, test } from 'vitest';
import { DAY, instantFromIso, isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import { bookingNotifications } from './booking-notifications.ts';
import type { Appointment } from './appointment.ts';
import { confirmationText, dayReminderText, startReminderText, textNumber } from './appointment-texts.ts';
import { anAppointment, SENDER } from './testing.ts';

const START = instantFromIso('2026-11-18T15:30:00Z');
const messages = (now: Instant, appointment: Appointment = anAppointment()) =>
  bookingNotifications(appointment, SENDER, now);
const fileNamed = (summary: string) => [
  {
    filename: 'call.ics',
    contentType: 'text/calendar; charset=utf-8; method=REQUEST',
    content: expect.stringContaining(`SUMMARY:${summary}\r\n`) as unknown,
  },
];
const listed = (now: Instant, appointment?: Appointment) =>
  messages(now, appointment).map(({ key, recipient }) => `${key.split(':')[0]} ${recipient}`);

test('a call booked days ahead has a confirmation, two reminders and a notice to the host', () => {
  const [phone, email] = ['+15550100199', 'ada@example.com'];
  expect(listed(START - 3 * DAY)).toEqual([
    `booked ${email}`,
    `booked ${phone}`,
    `day-before ${email}`,
    `day-before ${phone}`,
    `starting ${email}`,
    `starting ${phone}`,
    'booked-host coach@example.com',
  ]);
});

test('each message goes out when it helps', () => {
  const times = messages(START - 3 * DAY, anAppointment({}, { wantsTexts: false })).map((message) => [
    message.key.split(':')[0],
    message.sendAfter && isoFromInstant(message.sendAfter),
    isoFromInstant(message.sendBefore),
  ]);
  expect(times).toEqual([
    ['booked', null, '2026-11-18T16:00:00.000Z'],
    ['day-before', '2026-11-17T15:30:00.000Z', '2026-11-18T14:30:00.000Z'],
    ['starting', '2026-11-18T15:15:00.000Z', '2026-11-18T15:30:00.000Z'],
    ['booked-host', null, '2026-11-18T16:00:00.000Z'],
  ]);
});

test.each([
  ['a day and a minute', DAY + MINUTE, ['booked', 'day-before', 'starting', 'booked-host']],
  ['exactly a day', DAY, ['booked', 'starting', 'booked-host']],
  ['an hour', 60 * MINUTE, ['booked', 'starting', 'booked-host']],
  ['fifteen minutes', 15 * MINUTE, ['booked', 'booked-host']],
  ['a minute', MINUTE, ['booked', 'booked-host']],
])('booked %s ahead', (_, ahead, kinds) => {
  const appointment = anAppointment({}, { wantsTexts: false });
  expect(listed(START - ahead, appointment).map((line) => line.split(' ')[0])).toEqual(kinds);
});

test.each([
  ['does not want texts', { wantsTexts: false }],
  ['has no number on file', { phone: null }],
  ['has something else in its place', { phone: 'ask my sister' }],
])('someone who %s gets only email', (_, patient) => {
  expect(messages(START - 3 * DAY, anAppointment({}, patient)).map(({ channel }) => channel)).not.toContain(
    'sms',
  );
});

test('only confirmations have a calendar file, each for its reader', () => {
  const carrying = messages(START - 3 * DAY).filter(({ attachments }) => attachments.length > 0);
  expect(carrying.map(({ recipient, attachments }) => [recipient, attachments])).toEqual([
    ['ada@example.com', fileNamed('Call with Marisol Vega')],
    ['coach@example.com', fileNamed('Call with Ada L.')],
  ]);
});

test('every message has its own key, a different one after a change, and the same one for a retry', () => {
  const keys = messages(START - 3 * DAY).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(messages(START - 2 * DAY).map(({ key }) => key)).toEqual(keys);
  const changed = new Set(messages(START - 3 * DAY, anAppointment({ sequence: 1 })).map(({ key }) => key));
  expect(keys.filter((key) => changed.has(key))).toEqual([]);
});

test('texts are short, discreet and in the patient’s zone', () => {
  const texts = [confirmationText, dayReminderText, startReminderText].map((write) =>
    write(anAppointment(), SENDER),
  );
  expect(texts).toEqual([
    'Béa: your call is booked for Wed, Nov 18 at 10:30 am Eastern Time. https://portal.example.com/home',
    'Béa: a reminder of your call on Wed, Nov 18 at 10:30 am Eastern Time. https://portal.example.com/home',
    'Béa: your call starts at 10:30 am Eastern Time. https://portal.example.com/home',
  ]);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(160);
});

test.each([
  ['+44 7700 900 123', '+447700900123'],
  ['(555) 010-0199', '5550100199'],
  ['555.010.0199', '5550100199'],
  ['12', undefined],
  ['+44 7700 900123 ext 4', undefined],
  ['', undefined],
  [null, undefined],
])('the number %j is texted as %s', (phone, number) => {
  expect(textNumber(phone)).toBe(number);
});
