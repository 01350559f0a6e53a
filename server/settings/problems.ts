import { isWeakSecret } from './secret-strength.ts';

type Given = Record<string, string | undefined>;
type Issue = { path: PropertyKey[]; message: string };

/** Every problem with the settings, one line for each wrong setting. */
export function settingProblems(given: Given, issues: Issue[], production: boolean): string[] {
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...incomplete(given),
    ...(production ? unsafe(given) : []),
  ];
  const firstOf = new Map<string, string>();
  for (const problem of problems) {
    const [name = ''] = problem.split(' ', 1);
    if (!firstOf.has(name)) firstOf.set(name, problem);
  }
  return [...firstOf.values()];
}

const S3 = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'].map((name) => `STORAGE_S3_${name}`);

/** An incomplete group of settings would otherwise only fail with the first text, call or file. */
function incomplete(given: Given): string[] {
  const problems: string[] = [];
  const { SMS_URL, SMS_TOKEN, TURN_URLS, TURN_SECRET, TURN_USERNAME, TURN_PASSWORD } = given;
  if (given['BLOG_TOKEN'] && !given['BLOG_URL']) {
    problems.push('BLOG_URL is missing: BLOG_TOKEN needs it');
  }
  if (SMS_URL && !SMS_TOKEN) problems.push('SMS_TOKEN is missing: texts need both');
  if (SMS_TOKEN && !SMS_URL) problems.push('SMS_URL is missing: texts need both');
  if (TURN_URLS && !TURN_SECRET && !(TURN_USERNAME && TURN_PASSWORD)) {
    problems.push('TURN_URLS needs TURN_SECRET, or TURN_USERNAME and TURN_PASSWORD');
  }
  if (given['MIGRATION_DATABASE_URL'] && !given['DATABASE_URL']) {
    problems.push('DATABASE_URL is missing: MIGRATION_DATABASE_URL is for the same database');
  }
  if (given['DATABASE_DIRECT_URL'] && !given['DATABASE_URL']) {
    problems.push('DATABASE_URL is missing: DATABASE_DIRECT_URL is for the same database');
  }
  if (S3.some((name) => given[name])) {
    const missing = S3.filter((name) => !given[name]);
    if (missing.length > 0) {
      const are = missing.length === 1 ? 'is' : 'are';
      problems.push(`${missing.join(', ')} ${are} missing: an S3 store needs all its settings`);
    }
  }
  return problems;
}

const NEEDED = [
  'SITE_URL',
  'JWT_SECRET',
  'SUPABASE_ANON_KEY',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SMTP_URL',
  'MAIL_FROM',
];

function unsafe(given: Given): string[] {
  const problems = NEEDED.filter((name) => !given[name]).map((name) => `${name} is missing`);
  const { SITE_URL, JWT_SECRET, METRICS_TOKEN, SUPABASE_ANON_KEY } = given;
  // Outside production, the development mailbox stores texts. In production an alarm would reach no one,
  // while patients rely on it.
  if (given['DUTY_PHONE'] && !given['SMS_URL']) {
    problems.push('DUTY_PHONE needs SMS_URL and SMS_TOKEN, because alerts go by text');
  }
  if (JWT_SECRET && isWeakSecret(JWT_SECRET, 32)) {
    problems.push('JWT_SECRET is weak: at least 32 random characters, such as `npm run keys` makes');
  }
  if (METRICS_TOKEN && isWeakSecret(METRICS_TOKEN, 16)) {
    problems.push('METRICS_TOKEN is weak: at least 16 random characters (openssl rand -hex 16)');
  }
  if (SITE_URL && !SITE_URL.startsWith('https://')) problems.push('SITE_URL is weak: must be https');
  if (SUPABASE_ANON_KEY && SUPABASE_ANON_KEY === given['SUPABASE_SERVICE_ROLE_KEY']) {
    problems.push('SUPABASE_SERVICE_ROLE_KEY is the same as SUPABASE_ANON_KEY');
  }
  return problems;
}
