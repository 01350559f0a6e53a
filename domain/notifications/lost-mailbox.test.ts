import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { lostMailboxNotices } from './lost-mailbox.ts';

const CHANGE = {
  id: 'one',
  userId: 'robin',
  email: 'old@example.com',
  newEmail: 'new@example.com',
  firstName: 'Robin',
  timeZone: 'America/New_York',
  phone: '+12125550100',
};
const MOMENT = {
  now: instantFromIso('2026-11-19T20:05:00Z'),
  siteUrl: 'https://portal.example',
  secret: 'SECRET',
};
const LINK = 'https://portal.example/stop-email-change#SECRET';
const [toOld, toNew, text] = lostMailboxNotices(CHANGE, MOMENT);

test('old address, new address and phone are told, until the address changes', () => {
  const notices = lostMailboxNotices(CHANGE, MOMENT);
  expect(notices.map(({ channel, recipient }) => [channel, recipient])).toEqual([
    ['email', 'old@example.com'],
    ['email', 'new@example.com'],
    ['sms', '+12125550100'],
  ]);
  for (const { sendBefore, purpose } of notices) {
    expect(sendBefore).toBe(instantFromIso('2026-11-22T20:05:00Z'));
    expect(purpose).toBe('security');
  }
  expect(lostMailboxNotices({ ...CHANGE, phone: null }, MOMENT)).toHaveLength(2);
});

test('both emails say when, on the patient’s clock', () => {
  for (const { text: words, html } of [toOld!, toNew!])
    for (const body of [words, html]) expect(body).toContain('November 22, 2026 at 3:05 pm Eastern Time');
});

test('only the old address and the phone can stop it, and neither learns the new address', () => {
  for (const body of [toOld!.text, toOld!.html, text!.text]) expect(body).toContain(LINK);
  expect(`${toNew!.text} ${toNew!.html}`).not.toMatch(/https?:|Robin|old@/);
  expect(`${toOld!.text} ${toOld!.html} ${text!.text}`).not.toContain('new@');
});

test('nothing says what the portal is for', () => {
  for (const { subject, text: words, html } of [toOld!, toNew!, text!])
    expect(`${subject} ${words} ${html}`).not.toMatch(/fertil|treat|patient|clinic|pregnan|ovulat|health/i);
});
