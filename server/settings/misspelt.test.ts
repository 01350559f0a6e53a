import { expect, test } from 'vitest';
import { misspeltSettings } from './misspelt.ts';

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SITE_URI', 'SITE_URL'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['STORAGE_S3_BUCKETS', 'STORAGE_S3_BUCKET'],
  ['SMTP_URl', 'SMTP_URL'],
  ['site_url', 'SITE_URL'],
  ['LINK_PRIVACY', 'LINK_PRIVACY_POLICY'],
  ['STORAGE_S3_KEY', 'STORAGE_S3_ACCESS_KEY or STORAGE_S3_SECRET_KEY'],
  ['DATABASE_POOL', 'DATABASE_POOL_SIZE'],
  ['TURN_SERVERS', 'TURN_URLS or TURN_SECRET or TURN_USERNAME or TURN_PASSWORD'],
])('%s is recognized as %s', (found, meant) =>
  expect(misspeltSettings({ [found]: 'x' })).toEqual([{ found, meant }]),
);

test.each(['TRUST_PROXI', 'SITE_URLS', 'SMTP_URl'])('%s is reported even next to the right one', (found) => {
  const right = { TRUST_PROXY: 'true', SITE_URL: 'https://a.example', SMTP_URL: 'smtp://a' };
  expect(misspeltSettings({ ...right, [found]: 'x' }).map((one) => one.found)).toEqual([found]);
});

test('other programs’ variables are ignored', () => {
  const others = {
    HOSTNAME: 'a',
    HOME: '/',
    PATH: '/',
    PORTS: '1',
    LANG: 'C',
    NODE_OPTIONS: '',
    PORTAL_ENV: '/etc/bea-portal.env',
    SUPABASE_URL: 'https://a.example',
    SUPABASE_DB_URL: 'postgres://a',
    S3_BUCKET: 'a',
    http_proxy: 'http://a',
    npm_config_user_agent: 'npm',
  };
  expect(misspeltSettings(others)).toEqual([]);
});
