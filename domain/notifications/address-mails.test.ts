import { expect, test } from 'vitest';
import { addressChangedMail, addressCodeMail } from './address-mails.ts';

const toCurrent = addressCodeMail('042317', 'current');
const toNew = addressCodeMail('042317', 'new');
const notice = addressChangedMail();

test('nothing says what the portal is for, and a locked phone shows no code', () => {
  for (const { subject, text, html } of [toCurrent, toNew, notice]) {
    expect(`${subject} ${text.slice(0, 100)}`).not.toContain('042317');
    expect(`${subject} ${text} ${html}`).not.toMatch(/fertil|treat|patient|clinic|pregnan|ovulat|health/i);
  }
});

test('each code is in its mail, with its life, names its field, and has nothing to click', () => {
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

test('the notice names neither address, because the old mailbox may be somebody else’s by now', () => {
  expect(notice.text).not.toContain('@');
  expect(notice.text).toContain('tell us at once');
});
