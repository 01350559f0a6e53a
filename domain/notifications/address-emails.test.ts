import { expect, test } from 'vitest';
import { addressChangedEmail, addressCodeEmail } from './address-emails.ts';

const toCurrent = addressCodeEmail('042317', 'current');
const toNew = addressCodeEmail('042317', 'new');
const notice = addressChangedEmail();

test('nothing says what the portal is for, and a locked phone shows no code', () => {
  for (const { subject, text, html } of [toCurrent, toNew, notice]) {
    expect(`${subject} ${text.slice(0, 100)}`).not.toContain('042317');
    expect(`${subject} ${text} ${html}`).not.toMatch(/fertil|treat|patient|clinic|pregnan|ovulat|health/i);
  }
});

test('each email has its code, its lifetime and its field’s name, and nothing to click', () => {
  for (const [mail, field] of [
    [toCurrent, 'the code sent to your current address'],
    [toNew, 'the code sent to your new address'],
  ] as const) {
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('042317');
      expect(body).toContain('for 10 minutes');
      expect(body).toContain(field);
    }
    expect(mail.html).not.toMatch(/<(a|img|link|script)\b|https?:/i);
  }
});

test('the notice includes neither address, because the old mailbox may belong to someone else by now', () => {
  expect(notice.text).not.toContain('@');
  expect(notice.text).toContain('let us know right away');
});
