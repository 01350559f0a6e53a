import { expect, test } from 'vitest';
import { maskedEmail } from './masked-email.ts';

test.each([
  ['robin@example.com', 'r…@example.com'],
  ['r@example.com', 'r…@example.com'],
  ['"a@b"@example.com', '"…@example.com'],
  ['🌙moon@example.com', '🌙…@example.com'],
])('%s is shown as %s', (email, shown) => expect(maskedEmail(email)).toBe(shown));
