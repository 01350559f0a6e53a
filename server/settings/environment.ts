import * as z from 'zod';
import { phoneForm, CLINIC_ENVIRONMENT, FORMER_ENVIRONMENT, oneLine } from './clinic-settings.ts';
import { isMailSender } from './mail-sender.ts';
import { isSmtpAddress } from './smtp-address.ts';

const wholeNumber = (min: number, max: number, words: string) =>
  z.coerce.number('must be a number').int(words).min(min, words).max(max, words);

/** Every setting the server reads, with its format. docs/settings.md explains them. */
export const Environment = z.object({
  NODE_ENV: z.string().optional(),
  // 0 means any free port, which only tests want.
  PORT: wholeNumber(0, 65_535, 'must be a whole number from 1 to 65535').default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  /** Bypasses a transaction pooler, if DATABASE_URL leads through one. */
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  /** For a role that owns the tables, if the role in DATABASE_URL doesn't. */
  MIGRATION_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(4, 500, 'must be a whole number from 4 to 500').default(10),
  SITE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address that starts with https:// (http:// only outside production)',
    })
    .optional(),
  CORS_ORIGINS: z.string().default(''),
  RATE_LIMIT_SCALE: z.coerce.number('must be a number').positive('must be more than 0').default(1),
  TRUST_PROXY: z.enum(['true', 'false', '1', '0'], 'must be true or false').default('false'),
  // For tests and benchmarks, which need no portal.
  PORTAL_IS_ELSEWHERE: z.enum(['true', 'false', '1', '0'], 'must be true or false').default('false'),
  LOG_REQUESTS: z.enum(['true', 'false', '1', '0'], 'must be true or false').optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 random characters (openssl rand -hex 16)')
    .optional(),
  DEMO_DATA: z.enum(['true', 'false', '1', '0'], 'must be true or false').default('true'),
  JWT_SECRET: z.string().optional(),
  SUPABASE_ANON_KEY: z.string().optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .refine(
      isSmtpAddress,
      'must be smtps://user:password@host, with @ : / ? # in a password as %40 %3A %2F %3F %23',
    )
    .optional(),
  MAIL_FROM: oneLine.refine(
    (from) => from === undefined || isMailSender(from),
    'must be an email address, alone or as Name <care@clinic.example>',
  ),
  SMS_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: oneLine,
  CALL_URL_PATTERN: z
    .string()
    .regex(/^https?:\/\/.*\{room\}/, 'must be an http or https address with {room} in it')
    .optional(),
  BLOG_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  BLOG_TOKEN: z.string().optional(),
  STUN_URLS: z
    .string()
    .regex(/^stuns?:\S+(,\s*stuns?:\S+)*$/, 'must be addresses that start with stun:')
    .optional(),
  TURN_URLS: z
    .string()
    .regex(/^turns?:\S+(,\s*turns?:\S+)*$/, 'must be addresses that start with turn: or turns:')
    .optional(),
  TURN_SECRET: z.string().optional(),
  TURN_USERNAME: z.string().optional(),
  TURN_PASSWORD: z.string().optional(),
  ...CLINIC_ENVIRONMENT,
  ...FORMER_ENVIRONMENT,
  DUTY_PHONE: phoneForm,
  STORAGE_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  STORAGE_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  STORAGE_S3_REGION: z.string().optional(),
  STORAGE_S3_ACCESS_KEY: z.string().optional(),
  STORAGE_S3_SECRET_KEY: z.string().optional(),
});

export type Environment = z.infer<typeof Environment>;
