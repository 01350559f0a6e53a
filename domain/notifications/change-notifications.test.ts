import { describe, expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '../time/instant.ts';
import { bookingNotifications, type OutgoingNotification } from './booking-notifications.ts';
import { cancellationNotifications, moveNotifications } from './change-notifications.ts';
import { anAppointment, SENDER } from './testing.ts';

const START = instantFromIso('2026-11-18T15:30:00Z');
const NOW = START - 3 * DAY;
const from = anAppointment();
const to = anAppointment({ sequence: 1, startsAt: START + DAY, endsAt: START + DAY + 30 * MINUTE });
const otherHost = { name: 'Noa Berg', email: 'noa@example.com', timeZone: 'Asia/Kolkata' };

const recipients = (messages: OutgoingNotification[]) =>
  messages.map(({ key, recipient }) => `${key.split(':')[0]} ${recipient}`);
const fileOf = ({ attachments }: OutgoingNotification) => attachments[0]?.content ?? '';
const isNews = ({ key }: OutgoingNotification) => !/^(day-before|starting):/.test(key);

describe('a call that moves', () => {
  const messages = moveNotifications({ from, to }, SENDER, NOW);

  test('is announced to patient and host, with new reminders', () => {
    expect(recipients(messages)).toEqual([
      'moved ada@example.com',
      'moved +15550100199',
      'day-before ada@example.com',
      'day-before +15550100199',
      'starting ada@example.com',
      'starting +15550100199',
      'moved-host coach@example.com',
    ]);
  });

  test('keeps its UID and raises its SEQUENCE', () => {
    const files = messages.filter(({ attachments }) => attachments.length > 0).map(fileOf);
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(file).toContain('METHOD:REQUEST\r\n');
      expect(file).toContain(`UID:${from.id}\r\nSEQUENCE:1\r\n`);
      expect(file).toContain('DTSTART:20261119T153000Z\r\n');
    }
  });

  test('gives the new time and the old one, each in the reader’s zone', () => {
    const [patient] = messages;
    expect(patient).toMatchObject({ subject: 'Your call has a new time' });
    expect(patient!.text).toContain('Thursday, November 19, 2026 at 10:30 am Eastern Time');
    expect(patient!.text).toContain('It was originally on Wednesday, November 18, 2026 at 10:30 am');
    expect(messages.at(-1)!.text).toContain('Thursday, November 19, 2026 at 3:30 pm United Kingdom Time');
    expect(messages[1]!.text).toBe(
      'Béa: your call has moved to Thu, Nov 19 at 10:30 am Eastern Time. https://portal.example.com/home',
    );
  });

  test('with another host: the patient learns both', () => {
    const [mail] = moveNotifications({ from, to: { ...to, host: otherHost } }, SENDER, NOW);
    expect(mail!.text).toContain(
      `Your call has moved and will be with Noa Berg instead of ${from.host.name}. The new time is:`,
    );
    expect(messages[0]!.text).toContain(`Your call with ${from.host.name} has moved. The new time is:`);
  });

  test('with another host: the call leaves the first calendar and enters the other’s', () => {
    const toHosts = moveNotifications({ from, to: { ...to, host: otherHost } }, SENDER, NOW).slice(-2);
    expect(recipients(toHosts)).toEqual(['cancelled-host coach@example.com', 'booked-host noa@example.com']);
    expect(toHosts[0]).toMatchObject({ subject: 'A call was reassigned' });
    expect(toHosts[0]!.text).toMatch(
      /^The call with Ada L\. is now with someone else\. It was scheduled for:\n\nWednesday/,
    );
    expect(fileOf(toHosts[0]!)).toContain('METHOD:CANCEL\r\n');
    expect(fileOf(toHosts[0]!)).toContain('SEQUENCE:1\r\n');
    expect(fileOf(toHosts[0]!)).toContain('DTSTART:20261118T153000Z\r\n');
    expect(fileOf(toHosts[1]!)).toContain('METHOD:REQUEST\r\n');
    expect(fileOf(toHosts[1]!)).toContain('DTSTART:20261119T153000Z\r\n');
  });
});

describe('a call that is canceled', () => {
  const messages = cancellationNotifications(anAppointment({ sequence: 2 }), SENDER, NOW);

  test('is announced to patient and host, and has no more reminders', () => {
    expect(recipients(messages)).toEqual([
      'cancelled ada@example.com',
      'cancelled +15550100199',
      'cancelled-host coach@example.com',
    ]);
    expect(messages[1]!.text).toMatch(/^Béa: your call on Wed, Nov 18 at 10:30 am .* is canceled\./);
    expect(messages[2]).toMatchObject({ subject: 'A call is canceled' });
    expect(messages[2]!.text).toMatch(
      /^The call with Ada L\. is canceled\. It was scheduled for:\n\nWednesday/,
    );
  });

  test('is removed from both calendars', () => {
    for (const message of [messages[0]!, messages[2]!]) {
      expect(message.attachments[0]!.contentType).toBe('text/calendar; charset=utf-8; method=CANCEL');
      expect(fileOf(message)).toContain(`METHOD:CANCEL\r\nBEGIN:VEVENT\r\nUID:${from.id}\r\nSEQUENCE:2\r\n`);
      expect(fileOf(message)).toContain('STATUS:CANCELLED\r\n');
    }
  });

  test('invites no one to join', () => {
    expect(messages[0]!.text).not.toContain('join');
    expect(messages[0]!.text).toContain('You can book another time in the portal');
  });
});

test('no notice of a change is mistaken for a notice of the booking or of another change', () => {
  const keys = [
    bookingNotifications(from, SENDER, NOW),
    moveNotifications({ from, to }, SENDER, NOW),
    moveNotifications({ from: to, to: { ...from, sequence: 2 } }, SENDER, NOW),
    cancellationNotifications({ ...from, sequence: 3 }, SENDER, NOW),
  ].flatMap((messages) => messages.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});

test('subjects and first lines reveal nothing about a call', () => {
  const all = [
    ...moveNotifications({ from, to }, SENDER, NOW),
    ...cancellationNotifications(anAppointment({ sequence: 2 }), SENDER, NOW),
  ];
  for (const { subject, text } of all.filter(isNews)) {
    expect(`${subject ?? ''} ${text.slice(0, 90)}`).not.toMatch(/fertil|treat|patient|clinic|coach/i);
  }
});

describe('a call that a colleague takes', () => {
  const given = anAppointment({ sequence: 1, host: otherHost, byTeam: true });

  test('says who will call now, and that the time stays the same', () => {
    const messages = moveNotifications({ from, to: given }, SENDER, NOW);
    expect(messages[0]).toMatchObject({ subject: 'A change to your call' });
    expect(messages[0]!.text).toContain(
      `will be with Noa Berg instead of ${from.host.name}. The time stays the same:`,
    );
    expect(messages[1]!.text).toBe(
      'Béa: your call on Wed, Nov 18 at 10:30 am Eastern Time will be with someone else from the team. https://portal.example.com/home',
    );
    expect(messages.at(-2)).toMatchObject({ subject: 'A call was reassigned' });
    expect(messages.at(-1)!.text).toMatch(/^You have a call with .+\./);
  });

  test('is not announced to a host who has left', () => {
    const left = { ...from, host: { ...from.host, hasLeft: true } };
    expect(recipients(moveNotifications({ from: left, to: given }, SENDER, NOW)).join()).not.toContain(
      from.host.email,
    );
    expect(recipients(cancellationNotifications(left, SENDER, NOW)).join()).not.toContain(from.host.email);
  });
});

test('only the patient’s email has the care team’s message about a canceled call', () => {
  const messages = cancellationNotifications({ ...from, sequence: 1 }, SENDER, NOW, 'Marisol is <ill>.');
  const [mail, ...others] = messages;
  expect(mail!.text).toContain('\n\nMarisol is <ill>.\n\n');
  expect(mail!.html).toContain('Marisol is &lt;ill&gt;.');
  for (const { text } of others) expect(text).not.toContain('Marisol is');
});
