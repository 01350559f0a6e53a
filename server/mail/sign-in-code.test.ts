import { expect, test } from 'vitest';
import { signInCodeMail } from './sign-in-code.ts';

const mail = signInCodeMail('042317', 10);

test('the email has the code, how long it lasts, and what to do if no one asked', () => {
  expect(mail.code).toBe('042317');
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('042317');
    expect(body).toContain('for 10 minutes');
    expect(body).toContain('you can ignore this email');
  }
});

test('a locked phone shows neither the code nor what the portal is for', () => {
  const preview = `${mail.subject} ${mail.text.slice(0, 100)}`;
  expect(preview).not.toContain('042317');
  expect(preview).not.toMatch(/fertil|treat|patient|clinic/i);
});

test('nothing in the email can be clicked, loaded or tracked', () => {
  expect(mail.html).not.toMatch(/<(a|img|link|script|iframe|table)\b|url\(|https?:|\bsrc=|\bhref=/i);
});

test('the email declares its language and follows a dark theme', () => {
  expect(mail.html).toContain('<html lang="en">');
  expect(mail.html).toContain('prefers-color-scheme: dark');
});

test('the care team’s code says that it opens the team workspace', () => {
  for (const body of [signInCodeMail('042317', 10, true).text, signInCodeMail('042317', 10, true).html])
    expect(body).toContain('the Béa team workspace');
  expect(mail.text).not.toContain('team');
});
