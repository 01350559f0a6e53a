import { describe, expect, test } from 'vitest';
import { defaultContacts } from '../demo/contacts.ts';
import { readSettings } from './settings.ts';

const SAFE = {
  NODE_ENV: 'production',
  SITE_URL: 'https://portal.example.com/',
  JWT_SECRET: 'Yk0hR2vQ9dWm4sXc7pLb1nTz6gJf3uAe8oKi5rHy',
  SUPABASE_ANON_KEY: 'anon',
  SUPABASE_SERVICE_ROLE_KEY: 'service',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'care@example.com',
};

test('without any setting the portal is on port 3000 with its data in .data', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    port: 3000,
    production: false,
    siteUrl: 'http://localhost:3000',
    demoData: true,
  });
  expect(settings.dataFolder).toMatch(/\.data$/);
});

describe('in production', () => {
  test('a complete environment is accepted, without demo data', () => {
    expect(readSettings(SAFE)).toMatchObject({
      production: true,
      siteUrl: 'https://portal.example.com',
      demoData: false,
    });
  });

  test('demo data stays off when it is turned off', () =>
    expect(readSettings({ ...SAFE, DEMO_DATA: 'true' }).demoData).toBe(false));

  test.each([
    'SITE_URL',
    'JWT_SECRET',
    'SUPABASE_ANON_KEY',
    'SUPABASE_SERVICE_ROLE_KEY',
    'SMTP_URL',
    'MAIL_FROM',
  ])('a missing %s is named', (name) =>
    expect(() => readSettings({ ...SAFE, [name]: '' })).toThrow(`${name} is missing`),
  );

  test('a duty phone that no text could reach is refused', () => {
    const onDuty = { ...SAFE, DUTY_PHONE: '+15550199' };
    expect(() => readSettings(onDuty)).toThrow(
      'DUTY_PHONE needs SMS_URL and SMS_TOKEN, because alerts go by text',
    );
    const texts = { SMS_URL: 'https://texts.example/send', SMS_TOKEN: 'secret' };
    expect(readSettings({ ...onDuty, ...texts }).dutyPhone).toBe('+15550199');
  });

  test('everything missing or weak is named together', () => {
    const weak = { NODE_ENV: 'production', JWT_SECRET: 'short', SITE_URL: 'http://portal.example.com' };
    const message = /JWT_SECRET is weak[\s\S]*SITE_URL is weak/;
    expect(() => readSettings(weak)).toThrow(message);
    expect(() => readSettings(weak)).toThrow('SMTP_URL is missing');
  });

  test('invalid values are named with the rest, and each mistake once', () => {
    const wrong = {
      ...SAFE,
      PORT: 'three',
      SITE_URL: 'portal',
      JWT_SECRET: 'x'.repeat(64),
      SMS_TOKEN: 'a:b',
    };
    let message = '';
    try {
      readSettings(wrong);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.split('\n')).toEqual([
      'Not safe for production:',
      'PORT must be a number',
      'SITE_URL must be an address that starts with https:// (http:// only outside production)',
      'SMS_URL is missing: texts need both',
      'JWT_SECRET is weak: at least 32 random characters, such as `npm run keys` makes',
    ]);
  });
});

test.each([
  [{ PORT: 'three' }, 'PORT must be a number'],
  [{ PORT: '30000000' }, 'PORT must be a whole number from 1 to 65535'],
  [{ PORT: '80.5' }, 'PORT must be a whole number from 1 to 65535'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 1 to 65535'],
  [{ DATABASE_POOL_SIZE: '3' }, 'DATABASE_POOL_SIZE must be a whole number from 4 to 500'],
  [{ DATABASE_POOL_SIZE: '501' }, 'DATABASE_POOL_SIZE must be a whole number from 4 to 500'],
  [{ MAIL_FROM: 'care@example.com\r\nBcc: x@example.com' }, 'MAIL_FROM must be one line'],
  [{ MAIL_FROM: 'Béa' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'care.clinic.example' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: '"Béa Clinic"' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'Béa <care>' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'Béa <care@clinic.example' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'care@clinic.example>' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'Béa care@clinic.example' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'Béa Clinic" <care@clinic.example>' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'Béa <care@clinic.example> # remark' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'care@clinic.example, it@clinic.example' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'it@clinic.example, Béa <care@clinic.example>' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'Béa: <care@clinic.example>' }, 'MAIL_FROM must be an email address'],
  [{ MAIL_FROM: 'mailto:care@clinic.example' }, 'MAIL_FROM must be an email address'],
  [{ SUPPORT_EMAIL: 'care@clinic.example>' }, 'SUPPORT_EMAIL must be an email address'],
  [{ COACH_EMAIL: 'Sam <sam@clinic.example>' }, 'COACH_EMAIL must be an email address'],
  [
    { METRICS_TOKEN: 'short' },
    'METRICS_TOKEN must have at least 16 random characters (openssl rand -hex 16)',
  ],
  [{ EMERGENCY_NUMBER: 'call us' }, 'EMERGENCY_NUMBER must be a phone number'],
  [{ HELPLINES: 'Samaritans 116 123' }, 'HELPLINES must be names and numbers'],
  [{ CRISIS_LINE: 'call us' }, 'CRISIS_LINE must be a phone number'],
  [{ CLINIC_PHONE: '+1 555 0100; evil' }, 'CLINIC_PHONE must be a phone number'],
  [{ DUTY_PHONE: '1' }, 'DUTY_PHONE must be a phone number'],
  [{ COACH_NAME: 'Sam\u202e' }, 'COACH_NAME must be one line'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
  [{ SMTP_URL: 'smtp://care:pass/word@smtp.example' }, 'SMTP_URL must be smtps://user:password@host'],
  [{ SMTP_URL: 'smtp://care:1#word@smtp.example' }, 'SMTP_URL must be smtps://user:password@host'],
  [{ SMTP_URL: 'smtp://care:1?word@smtp.example' }, 'SMTP_URL must be smtps://user:password@host'],
  [{ SMTP_URL: 'smtp://care:100%@smtp.example' }, 'SMTP_URL must be smtps://user:password@host'],
  [{ SMTP_URL: 'smtps://' }, 'SMTP_URL must be smtps://user:password@host'],
  [{ RATE_LIMIT_SCALE: '-1' }, 'RATE_LIMIT_SCALE must be more than 0'],
  [{ TRUST_PROXY: 'perhaps' }, 'TRUST_PROXY must be true or false'],
  [{ SMS_URL: 'https://texts.example/send' }, 'SMS_TOKEN is missing: texts need both'],
  [{ BLOG_URL: 'ftp://shop.example' }, 'BLOG_URL must be an http or https address'],
  [{ BLOG_TOKEN: 'secret' }, 'BLOG_URL is missing: BLOG_TOKEN needs it'],
  [{ SMS_TOKEN: 'secret' }, 'SMS_URL is missing: texts need both'],
  [{ SMS_URL: 'texts.example', SMS_TOKEN: 'x' }, 'SMS_URL must be an http or https address'],
  [
    { CALL_URL_PATTERN: 'https://meet.example/call' },
    'CALL_URL_PATTERN must be an http or https address with {room} in it',
  ],
  [{ STUN_URLS: 'https://stun.example' }, 'STUN_URLS must be addresses that start with stun:'],
  [{ TURN_URLS: 'turn:turn.example' }, 'TURN_URLS needs TURN_SECRET, or TURN_USERNAME and TURN_PASSWORD'],
])('%o is refused by name', (environment, message) => {
  expect(() => readSettings(environment)).toThrow(message);
});

test.each([
  'care@clinic.example',
  'Care@Clinic.example',
  '<care@clinic.example>',
  'Béa <care@clinic.example>',
  'Béa<care@clinic.example>',
  '"Béa Clinic" <care@clinic.example>',
  '"Clinic, Béa" <care@clinic.example>',
  'Béa "Clinic" <care@clinic.example>',
  'Béa Clinic, Inc. <care@clinic.example>',
  'Dr. O’Neil @ Home (Béa) <care@clinic.example>',
])('email may come from %s, and replies go to its address', (from) => {
  const settings = readSettings({ ...SAFE, MAIL_FROM: from });
  expect(settings.mail.from).toBe(from);
  expect(defaultContacts(settings, {}).supportEmail?.toLowerCase()).toBe('care@clinic.example');
});

test('a wrong site address needs only one correction', () => {
  for (const address of [
    'portal.clinic.example',
    'http://portal.clinic.example',
    'ftp://portal.clinic.example',
  ]) {
    expect(() => readSettings({ ...SAFE, SITE_URL: address })).toThrow(
      /^SITE_URL .*(must be https|https:\/\/)/m,
    );
  }
});

test('a call’s room is on the portal’s own site unless another one is set', () => {
  const site = { SITE_URL: 'https://portal.example.com/' };
  expect(readSettings(site).callUrlPattern).toBe('https://portal.example.com/call/{room}');
  const elsewhere = 'https://meet.example/{room}?video=1';
  expect(readSettings({ ...site, CALL_URL_PATTERN: elsewhere }).callUrlPattern).toBe(elsewhere);
});

test('texts need a URL and a token, and may have a sender', () => {
  expect(readSettings({}).texts).toBeNull();
  const both = { SMS_URL: 'https://texts.example/send', SMS_TOKEN: 'secret' };
  expect(readSettings(both).texts).toEqual({ url: both.SMS_URL, token: 'secret', from: null });
  expect(readSettings({ ...both, SMS_FROM: '+15550100' }).texts?.from).toBe('+15550100');
});

test('TURN servers are none, or those that are set', () => {
  expect(readSettings({}).ice).toEqual({ stunUrls: [], turn: null });
  const urls = { STUN_URLS: 'stun:a.example, stun:b.example', TURN_URLS: 'turn:c.example' };
  expect(readSettings({ ...urls, TURN_SECRET: 's' }).ice).toEqual({
    stunUrls: ['stun:a.example', 'stun:b.example'],
    turn: { urls: ['turn:c.example'], secret: 's' },
  });
  expect(readSettings({ ...urls, TURN_USERNAME: 'u', TURN_PASSWORD: 'p' }).ice.turn).toEqual({
    urls: ['turn:c.example'],
    username: 'u',
    password: 'p',
  });
});

test('a clinic names its people and pages', () => {
  const { clinic } = readSettings({
    COACH_EMAIL: 'jo@clinic.example',
    CLINIC_TIME_ZONE: 'Europe/London',
    EMERGENCY_NUMBER: '911',
    CRISIS_LINE: '988',
    HELPLINES: 'Samaritans: 116 123',
    CLINIC_PHONE: '+1 (555) 0100',
    LINK_OPK_GUIDE: 'https://clinic.example/opk',
  });
  expect(clinic).toEqual({
    coachEmail: 'jo@clinic.example',
    clinicTimeZone: 'Europe/London',
    emergencyNumber: '911',
    crisisLine: '988',
    helplines: 'Samaritans: 116 123',
    clinicPhone: '+1 (555) 0100',
    linkOpkGuide: 'https://clinic.example/opk',
  });
  expect(readSettings({ COACH_TIME_ZONE: 'Europe/London' }).clinic).toEqual({
    clinicTimeZone: 'Europe/London',
  });
  expect(readSettings({}).clinic).toEqual({});
  expect(() => readSettings({ LINK_OPK_GUIDE: 'javascript:alert(1)' })).toThrow(
    'LINK_OPK_GUIDE must be a web address',
  );
  expect(() => readSettings({ CLINIC_TIME_ZONE: 'London' })).toThrow('CLINIC_TIME_ZONE must be a time zone');
});
