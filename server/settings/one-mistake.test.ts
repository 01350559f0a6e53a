import { beforeAll, expect, test } from 'vitest';
import { completeSecrets } from '../auth/keys.ts';
import { checkedSettings } from './checked.ts';

type Given = Record<string, string>;
let safe: Given;
let others: Given;

const asSettings = ({ jwtSecret, anonKey, serviceRoleKey }: Awaited<ReturnType<typeof completeSecrets>>) => ({
  JWT_SECRET: jwtSecret,
  SUPABASE_ANON_KEY: anonKey,
  SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
});

beforeAll(async () => {
  others = asSettings(await completeSecrets({}));
  safe = {
    NODE_ENV: 'production',
    SITE_URL: 'https://portal.example.com',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'care@example.com',
    ...asSettings(await completeSecrets({})),
  };
});

const complaints = (given: Given): Promise<string[]> =>
  checkedSettings(given).then(
    () => [],
    (error: Error) => error.message.split('\n').filter((line) => !line.startsWith('Not safe for production')),
  );

const S3 = {
  STORAGE_S3_ENDPOINT: 'https://s3.example.com',
  STORAGE_S3_BUCKET: 'portal',
  STORAGE_S3_REGION: 'us-east-1',
  STORAGE_S3_ACCESS_KEY: 'key',
  STORAGE_S3_SECRET_KEY: 'secret',
};

const MISTAKES: [string, () => Given, RegExp][] = [
  ['a secret of another set', () => ({ JWT_SECRET: others['JWT_SECRET']! }), /JWT_SECRET.*three together/],
  ['a weak secret', () => ({ JWT_SECRET: 'changeme' }), /^JWT_SECRET is weak/],
  ['no secret', () => ({ JWT_SECRET: '' }), /^JWT_SECRET is missing/],
  [
    'one key of another set',
    () => ({ SUPABASE_ANON_KEY: others['SUPABASE_ANON_KEY']! }),
    /^SUPABASE_ANON_KEY is not/,
  ],
  [
    'keys that are swapped',
    () => ({
      SUPABASE_ANON_KEY: safe['SUPABASE_SERVICE_ROLE_KEY']!,
      SUPABASE_SERVICE_ROLE_KEY: safe['SUPABASE_ANON_KEY']!,
    }),
    /^SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY are swapped/,
  ],
  ['one key twice', () => ({ SUPABASE_SERVICE_ROLE_KEY: safe['SUPABASE_ANON_KEY']! }), /is the same as/],
  ['an address without https', () => ({ SITE_URL: 'http://portal.example.com' }), /^SITE_URL is weak/],
  ['a site that is no address', () => ({ SITE_URL: 'portal' }), /^SITE_URL must be/],
  ['a short token', () => ({ METRICS_TOKEN: 'short' }), /^METRICS_TOKEN must have/],
  ['a mail server without its kind', () => ({ SMTP_URL: 'mail.example.com' }), /^SMTP_URL must start/],
  ['a pool of minus one and a half', () => ({ DATABASE_POOL_SIZE: '-1.5' }), /^DATABASE_POOL_SIZE/],
  ['a port that is too high and no whole number', () => ({ PORT: '99999.5' }), /^PORT/],
  [
    'a store that was only begun',
    () => ({ STORAGE_S3_BUCKET: 'portal' }),
    /^STORAGE_S3_ENDPOINT, .* are missing/,
  ],
  ['a store without one', () => ({ ...S3, STORAGE_S3_REGION: '' }), /^STORAGE_S3_REGION is missing/],
  [
    'a database of another kind',
    () => ({ DATABASE_URL: 'mysql://x', MIGRATION_DATABASE_URL: 'postgres://x' }),
    /^DATABASE_URL/,
  ],
  ['a TURN server of another kind', () => ({ TURN_URLS: 'https://turn.example' }), /^TURN_URLS/],
  ['texts without a token', () => ({ SMS_URL: 'https://texts.example' }), /^SMS_TOKEN is missing/],
];

test.each(MISTAKES)('%s is one line', async (_name, mistake, sentence) => {
  expect(await complaints(safe)).toEqual([]);
  expect(await complaints({ ...safe, ...mistake() })).toEqual([expect.stringMatching(sentence)]);
});
