import { describe, expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import {
  confirmationEmail,
  dayReminderEmail,
  hostEmail,
  startReminderEmail,
  type EmailContent,
} from './appointment-emails.ts';
import { fullTime } from '../time/zoned-words.ts';
import { addressOf } from './appointment.ts';
import { anAppointment, SENDER } from './testing.ts';

const toPatient: [string, EmailContent][] = [
  ['confirmation', confirmationEmail(anAppointment(), SENDER)],
  ['reminder a day before', dayReminderEmail(anAppointment(), SENDER)],
  ['reminder before the start', startReminderEmail(anAppointment(), SENDER)],
];

describe.each(toPatient)('the %s', (_, mail) => {
  test('gives the time in the patient’s zone, the host, the call type and how to join', () => {
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Hello Ada,');
      expect(body).toContain('Marisol Vega');
      expect(body).toContain('Wednesday, November 18, 2026 at 10:30 am Eastern Time');
      expect(body).toContain('Meet Your Clinical Coach, 30 minutes, by video.');
      expect(body).toContain('starting 10 minutes before your call');
      expect(body).toContain('https://portal.example.com/home');
    }
  });

  test('shows bystanders nothing about the call’s topic', () => {
    expect(`${mail.subject} ${mail.text.slice(0, 90)}`).not.toMatch(/fertil|treat|patient|clinic|coach/i);
  });

  test('loads nothing and links only to the portal', () => {
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)\b|url\(|\bsrc=/i);
    expect([...mail.html.matchAll(/https?:[^"]+/g)].map(([address]) => address)).toEqual([
      'https://portal.example.com/home',
    ]);
  });
});

test('the host’s own link is only in the host’s email, and only if there is one', () => {
  const link = 'https://portal.example.com/call/a.b.c';
  const appointment = anAppointment({ hostLink: { url: link, needsSignIn: false } });
  const { text, html } = hostEmail(appointment);
  for (const body of [text, html]) {
    expect(body).toContain(link);
    expect(body).toContain('from 10 minutes before the call starts until it ends');
  }
  expect(confirmationEmail(appointment, SENDER).html).not.toContain(link);
  expect(hostEmail(anAppointment({ hostLink: null })).text).not.toMatch(/link|\/call\//);
});

test('a host who has to sign in is told so, and gets no link that works as a key', () => {
  const { text, html } = hostEmail(
    anAppointment({ hostLink: { url: 'https://portal.example.com/team', needsSignIn: true } }),
  );
  for (const body of [text, html]) {
    expect(body).toContain('https://portal.example.com/team');
    expect(body).toContain(
      'Sign in to the team workspace to join, from 10 minutes before the call starts until it ends.',
    );
    expect(body).not.toContain('only for you');
  }
  expect(html).toContain('>Sign in</a>');
});

test('a phone call says that the host will call', () => {
  const { text } = confirmationEmail(anAppointment({ interactionType: 'phone_call' }), SENDER);
  expect(text).toContain('30 minutes, by phone.');
  expect(text).toContain('Marisol Vega will call you at the number we have for you.');
  expect(text).not.toContain('join');
});

test('the host reads the time in their own zone, and about the patient only what tells them apart', () => {
  const { subject, text, html } = hostEmail(anAppointment());
  expect(subject).toBe('A new call is booked');
  for (const body of [text, html]) {
    expect(body).toContain('Ada L. has booked a call with you.');
    expect(body).toContain('Wednesday, November 18, 2026 at 3:30 pm United Kingdom Time');
    expect(body).not.toMatch(/Lovelace|ada@example|555/);
  }
});

test('a patient without a name on file is still greeted', () => {
  const appointment = anAppointment({}, { firstName: null, lastName: null });
  expect(confirmationEmail(appointment, SENDER).text).toMatch(/^Hello,\n/);
  expect(hostEmail(appointment).text).toMatch(/^A patient has booked/);
});

test('names are text, whatever they contain', () => {
  const appointment = anAppointment({ name: 'A & B' }, { firstName: '<b onload="x">Ada</b>' });
  const { html, text } = confirmationEmail(appointment, SENDER);
  expect(html).toContain('Hello &lt;b onload=&quot;x&quot;&gt;Ada&lt;/b&gt;,');
  expect(html).toContain('A &amp; B, 30 minutes');
  expect(text).toContain('Hello <b onload="x">Ada</b>,');
});

test.each([
  ['America/New_York', '2026-11-01T05:30:00Z', 'November 1, 2026 at 1:30 am Eastern Daylight Time'],
  ['America/New_York', '2026-11-01T06:30:00Z', 'November 1, 2026 at 1:30 am Eastern Standard Time'],
  ['America/New_York', '2027-03-14T06:59:00Z', 'March 14, 2027 at 1:59 am Eastern Time'],
  ['America/New_York', '2027-03-14T07:00:00Z', 'March 14, 2027 at 3:00 am Eastern Time'],
  ['Europe/London', '2026-10-25T00:30:00Z', 'October 25, 2026 at 1:30 am British Summer Time'],
  ['Europe/London', '2026-10-25T01:30:00Z', 'October 25, 2026 at 1:30 am Greenwich Mean Time'],
  ['Asia/Kolkata', '2026-11-18T18:45:00Z', 'November 19, 2026 at 12:15 am India Standard Time'],
  ['UTC', '2026-11-18T12:00:00Z', 'November 18, 2026 at 12:00 pm GMT+00:00'],
])('in %s the moment %s is %s', (zone, moment, words) => {
  expect(fullTime(instantFromIso(moment), zone)).toMatch(new RegExp(`^\\w+day, ${RegExp.escape(words)}$`));
});

test.each(['care@example.com', 'Béa <care@example.com>', '"Béa, care" <care@example.com>'])(
  'replies to %s reach care@example.com',
  (from) => {
    expect(addressOf(from)).toBe('care@example.com');
  },
);
