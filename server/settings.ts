import { resolve } from 'node:path';
import * as z from 'zod';
import { CLINIC_ENVIRONMENT, oneLine, readClinic, type ClinicSettings } from './clinic-settings.ts';
import type { IceSettings } from '../supabase/functions/_shared/call-access.ts';

/** Made by the server where the environment does not bring them; production brings its own. */
export type Secrets = { jwtSecret: string; anonKey: string; serviceRoleKey: string };

/** A store for files that speaks S3, where they are not to lie in the data folder. */
export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

/** A service for texts that is called as Twilio is. */
export type TextSettings = { url: string; token: string; from: string | null };

export type Settings = {
  production: boolean;
  port: number;
  host: string;
  dataFolder: string;
  databaseUrl: string | null;
  siteUrl: string;
  corsOrigins: string[];
  rateLimitScale: number;
  trustProxy: boolean;
  demoData: boolean;
  /** A line a request in the log. */
  logRequests: boolean;
  /** Whoever brings it may read /metrics. */
  metricsToken: string | null;
  /** Set while developing: Vite serves the portal, so it is not built. */
  portalIsElsewhere: boolean;
  /** The address of a call's room, with {room} in its place. */
  callUrlPattern: string;
  clinic: ClinicSettings;
  /** A Shopify blog whose articles and events the portal shows instead of its own. */
  blog: { url: string; token: string | undefined } | null;
  ice: IceSettings;
  mail: { smtpUrl: string | null; from: string };
  texts: TextSettings | null;
  secrets: Partial<Secrets>;
  storage: { s3: S3Settings | null };
};

export class BadSettings extends Error {}

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number('must be a number').int().min(0).max(65535).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  SITE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  CORS_ORIGINS: z.string().default(''),
  RATE_LIMIT_SCALE: z.coerce.number('must be a number').positive().default(1),
  TRUST_PROXY: z.enum(['true', 'false', '1', '0'], 'must be true or false').default('false'),
  PORTAL_IS_ELSEWHERE: z.enum(['true', 'false', '1', '0'], 'must be true or false').default('false'),
  LOG_REQUESTS: z.enum(['true', 'false', '1', '0'], 'must be true or false').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DEMO_DATA: z.enum(['true', 'false', '1', '0'], 'must be true or false').default('true'),
  JWT_SECRET: z.string().optional(),
  SUPABASE_ANON_KEY: z.string().optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: oneLine,
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
  STORAGE_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  STORAGE_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  STORAGE_S3_REGION: z.string().optional(),
  STORAGE_S3_ACCESS_KEY: z.string().optional(),
  STORAGE_S3_SECRET_KEY: z.string().optional(),
});

/** Reads every setting from the environment, or says everything that is wrong with it at once. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new BadSettings(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    );
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  if (production) refuseWeakProduction(env);
  const siteUrl = (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  return {
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataFolder: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    siteUrl,
    corsOrigins: env.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    rateLimitScale: env.RATE_LIMIT_SCALE,
    trustProxy: yes(env.TRUST_PROXY),
    logRequests: env.LOG_REQUESTS ? yes(env.LOG_REQUESTS) : production,
    metricsToken: env.METRICS_TOKEN ?? null,
    demoData: !production && yes(env.DEMO_DATA),
    portalIsElsewhere: yes(env.PORTAL_IS_ELSEWHERE),
    callUrlPattern: env.CALL_URL_PATTERN ?? `${siteUrl}/call/{room}`,
    clinic: readClinic(env, production),
    blog: readBlog(env),
    ice: readIce(env),
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? 'Béa <care@example.com>' },
    texts: readTexts(env),
    secrets: {
      ...(env.JWT_SECRET && { jwtSecret: env.JWT_SECRET }),
      ...(env.SUPABASE_ANON_KEY && { anonKey: env.SUPABASE_ANON_KEY }),
      ...(env.SUPABASE_SERVICE_ROLE_KEY && { serviceRoleKey: env.SUPABASE_SERVICE_ROLE_KEY }),
    },
    storage: { s3: readS3(env) },
  };
}

function readBlog({ BLOG_URL: url, BLOG_TOKEN: token }: z.infer<typeof Environment>) {
  if (url) return { url, token };
  if (token) throw new BadSettings('BLOG_URL is missing: BLOG_TOKEN is for that blog');
  return null;
}

function readTexts({ SMS_URL: url, SMS_TOKEN: token, SMS_FROM: from }: z.infer<typeof Environment>) {
  if (!url && !token) return null;
  if (url && token) return { url, token, from: from ?? null };
  throw new BadSettings(`${url ? 'SMS_TOKEN' : 'SMS_URL'} is missing: texts need both`);
}

const listed = (urls: string | undefined) => urls?.split(',').map((url) => url.trim()) ?? [];

function readIce(env: z.infer<typeof Environment>): IceSettings {
  const { TURN_URLS, TURN_SECRET: secret, TURN_USERNAME: username, TURN_PASSWORD: password } = env;
  const stunUrls = listed(env.STUN_URLS);
  const urls = listed(TURN_URLS);
  if (urls.length === 0) return { stunUrls, turn: null };
  if (secret) return { stunUrls, turn: { urls, secret } };
  if (username && password) return { stunUrls, turn: { urls, username, password } };
  throw new BadSettings('TURN_URLS needs TURN_SECRET, or TURN_USERNAME and TURN_PASSWORD');
}

/** All of them or none: half a store would be found out only by the first file. */
function readS3(env: z.infer<typeof Environment>): S3Settings | null {
  const {
    STORAGE_S3_ENDPOINT: endpoint,
    STORAGE_S3_BUCKET: bucket,
    STORAGE_S3_REGION: region,
    STORAGE_S3_ACCESS_KEY: accessKey,
    STORAGE_S3_SECRET_KEY: secretKey,
  } = env;
  if (!endpoint && !bucket && !region && !accessKey && !secretKey) return null;
  if (endpoint && bucket && region && accessKey && secretKey) {
    return { endpoint: endpoint.replace(/\/$/, ''), bucket, region, accessKey, secretKey };
  }
  const names = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'] as const;
  const missing = names.map((name) => `STORAGE_S3_${name}` as const).filter((name) => !env[name]);
  throw new BadSettings(
    missing.map((name) => `${name} is missing: an S3 store needs all its settings`).join('\n'),
  );
}

function refuseWeakProduction(env: z.infer<typeof Environment>): void {
  const wrong: string[] = [];
  const needed = [
    'SITE_URL',
    'JWT_SECRET',
    'SUPABASE_ANON_KEY',
    'SUPABASE_SERVICE_ROLE_KEY',
    'SMTP_URL',
    'MAIL_FROM',
  ] as const;
  for (const name of needed) if (!env[name]) wrong.push(`${name} is missing`);
  if (env.JWT_SECRET && env.JWT_SECRET.length < 32) wrong.push('JWT_SECRET is weak: at least 32 characters');
  if (env.SITE_URL && !env.SITE_URL.startsWith('https://')) wrong.push('SITE_URL is weak: must be https');
  if (env.SUPABASE_ANON_KEY && env.SUPABASE_ANON_KEY === env.SUPABASE_SERVICE_ROLE_KEY) {
    wrong.push('SUPABASE_SERVICE_ROLE_KEY is the same as SUPABASE_ANON_KEY');
  }
  if (wrong.length) throw new BadSettings(`Not safe for production:\n${wrong.join('\n')}`);
}

const yes = (value: string) => value === 'true' || value === '1';
