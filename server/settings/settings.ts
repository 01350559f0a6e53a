import { resolve } from 'node:path';
import { BadSettings } from './bad-settings.ts';
import type { ClinicValues } from '../../domain/clinic/settings.ts';
import { readClinic } from './clinic-settings.ts';
import { Environment } from './environment.ts';
import { settingProblems } from './problems.ts';
import { iceSettings, type IceSettings } from '../../supabase/functions/_shared/appointments/ice.ts';
import type { TextService } from '../../supabase/functions/_shared/notifications/send-text.ts';

/** The server generates these if the environment doesn't set them. Production must set them. */
export type Secrets = { jwtSecret: string; anonKey: string; serviceRoleKey: string };

/** An S3 store for files, if they shouldn't be in the data folder. */
export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

export type Settings = {
  production: boolean;
  port: number;
  host: string;
  dataFolder: string;
  databaseUrl: string | null;
  /** The same database without the transaction pooler, because a pooler keeps no LISTEN, locks or prepared statements. */
  databaseDirectUrl: string | null;
  /** Another role for migrations, if the serving role doesn't own the tables. */
  migrationDatabaseUrl: string | null;
  /** The number of database connections this server keeps. */
  databasePoolSize: number;
  siteUrl: string;
  /** This machine's own addresses, with `npm start -- --lan`. */
  lanAddresses: readonly string[];
  corsOrigins: string[];
  rateLimitScale: number;
  trustProxy: boolean;
  demoData: boolean;
  /** Logs one line per request. */
  logRequests: boolean;
  /** Bearers of this token may read /metrics. */
  metricsToken: string | null;
  /** Set during development: Vite serves the portal, so it isn't built. */
  portalIsElsewhere: boolean;
  /** The URL of a call's room, with {room} as its placeholder. */
  callUrlPattern: string;
  /** The clinic's settings in the environment, for the first start. */
  clinic: ClinicValues;
  /** How patients can reach someone while the clinic is closed. */
  dutyPhone: string | null;
  /** A Shopify blog. The portal shows its articles and events instead of its own. */
  blog: { url: string; token: string | undefined } | null;
  ice: IceSettings;
  mail: { smtpUrl: string | null; from: string };
  texts: TextService | null;
  secrets: Partial<Secrets>;
  storage: { s3: S3Settings | null };
};

/** Reads every setting from the environment. Throws one error with every problem. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const production = given['NODE_ENV'] === 'production';
  const parsed = Environment.safeParse(given);
  const wrong = settingProblems(given, parsed.error?.issues ?? [], production);
  if (wrong.length > 0 || !parsed.success) {
    throw new BadSettings(`${production ? 'Not safe for production:\n' : ''}${wrong.join('\n')}`);
  }
  const env = parsed.data;
  const siteUrl = (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  return {
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataFolder: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    siteUrl,
    lanAddresses: [],
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
    clinic: readClinic(env),
    dutyPhone: env.DUTY_PHONE ?? null,
    blog: readBlog(env),
    ice: iceSettings((name) => env[name]),
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

const readBlog = ({ BLOG_URL: url, BLOG_TOKEN: token }: Environment) => (url ? { url, token } : null);

const readTexts = ({ SMS_URL: url, SMS_TOKEN: token, SMS_FROM: from }: Environment) =>
  url && token ? { url, token, from: from ?? null } : null;

function readS3(env: Environment): S3Settings | null {
  const {
    STORAGE_S3_ENDPOINT: endpoint,
    STORAGE_S3_BUCKET: bucket,
    STORAGE_S3_REGION: region,
    STORAGE_S3_ACCESS_KEY: accessKey,
    STORAGE_S3_SECRET_KEY: secretKey,
  } = env;
  if (!endpoint || !bucket || !region || !accessKey || !secretKey) return null;
  return { endpoint: endpoint.replace(/\/$/, ''), bucket, region, accessKey, secretKey };
}

const yes = (value: string) => value === 'true' || value === '1';
