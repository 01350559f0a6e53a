import { expect, test } from 'vitest';
import { misspeltSettings } from './misspelt.ts';

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SITE_URI', 'SITE_URL'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['STORAGE_S3_BUCKETS', 'STORAGE_S3_BUCKET'],
])('%s is taken for %s', (found, meant) =>
  expect(misspeltSettings({ [found]: 'x' })).toEqual([{ found, meant }]),
);

test('what other programs set is none of our business, nor is a name beside the right one', () => {
  const others = {
    HOSTNAME: 'a',
    HOME: '/',
    PATH: '/',
    PORTS: '1',
    LANG: 'C',
    SMTP_URL: 'smtp://a',
    SMPT_URL: 'b',
  };
  expect(misspeltSettings(others)).toEqual([]);
});
