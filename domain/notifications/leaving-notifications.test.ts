import { expect, test } from 'vitest';
import { leavesAt } from '../account/leaving.ts';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { farewellToHost, leavingCode, leavingNotice, stayingNotice } from './leaving-notifications.ts';
import { anAppointment, SENDER } from './testing.ts';

const NOW = instantFromIso('2026-11-15T15:30:00Z');
const person = { userId: 'robin-id', email: 'robin@example.com', firstName: 'Robin' };
const plan = { leavesAt: leavesAt(NOW), timeZone: 'America/New_York', sender: SENDER, now: NOW };
const code = leavingCode(person, '042317', NOW);
const notice = leavingNotice(person, plan);
const staying = stayingNotice(person, NOW);

test('a locked phone shows neither the code nor what the portal is for', () => {
  for (const { subject, text } of [code, notice, staying]) {
    const preview = `${subject} ${text.slice(0, 100)}`;
    expect(preview).not.toContain('042317');
    expect(preview).not.toMatch(/fertil|treat|patient|clinic|pregnan|ovulat/i);
  }
});

test('the code is in the email, with its lifetime, and nothing there can be clicked', () => {
  for (const body of [code.text, code.html]) {
    expect(body).toContain('042317');
    expect(body).toContain('for 10 minutes');
  }
  expect(code.html).not.toMatch(/<(a|img|link|script)\b|https?:/i);
  expect(code).toMatchObject({ purpose: 'deletion_code', sendBefore: NOW + 10 * MINUTE });
});

test('the notice gives the day in the patient’s zone, and links to the button that undoes it', () => {
  for (const body of [notice.text, notice.html]) {
    expect(body).toContain('Sunday, November 22, 2026 at 10:30 am Eastern Time');
    expect(body).toContain('Keep my account');
    expect(body).toContain(`${SENDER.siteUrl}/account`);
  }
  expect(notice.purpose).toBe('deletion');
});

test('a host learns which call is canceled, with a calendar file, but not whose it was', () => {
  const appointment = anAppointment();
  const message = farewellToHost(appointment, SENDER, NOW);
  expect(message).toMatchObject({
    recipient: appointment.host.email,
    purpose: 'news',
    subject: 'A call is canceled',
  });
  const [file] = message.attachments;
  const calendar = file!.content.replaceAll('\r\n ', '');
  expect(calendar).toContain('METHOD:CANCEL');
  expect(calendar).toContain(`UID:${appointment.id}\r\nSEQUENCE:${appointment.sequence + 1}`);
  const everything = JSON.stringify(message);
  for (const personal of [
    appointment.patient.firstName!,
    appointment.patient.lastName!,
    appointment.patient.email,
  ]) {
    expect(everything).not.toContain(personal);
  }
});
