import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { SMTPServer } from 'smtp-server';
import { completeSecrets } from '../../server/auth/keys.ts';
import { spawnPortal, type Portal } from '../../server/testing/spawn-portal.ts';
import type { Camera } from './camera.ts';

const SITE = 'https://portal.clinic.example';
const ZONE = 'America/New_York';
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SCALE = 0.5;

/** From the handbook, word for word but for the hosts, whom People names. */
const KINDS = [
  ['initial-consultation', 'Initial Consultation', '45'],
  ['post-treatment-review', 'Post-Treatment Review', '45'],
  ['meet-your-clinical-coach', 'Meet Your Clinical Coach', '30'],
  ['clinical-coach-support-call', 'Clinical Coach Support Call', '30'],
] as const;

type Day = {
  portal: Portal;
  codeFor: (email: string) => Promise<string>;
  open: (as: typeof DESK) => Promise<Page>;
};
type Invited = { email: string; setUpCode: string };

/**
 * A clinic's first day as docs/clinic-handbook.md tells it, from an empty deployment with the settings of production and a mail
 * server to a patient's booked call; with a picture of each step.
 */
export async function pictureFirstDay(camera: Camera): Promise<void> {
  const mailbox = await openMailbox();
  const portal = await startEmpty(mailbox.url);
  const contexts: BrowserContext[] = [];
  const open = async (viewport: typeof DESK) => {
    const context = await openPortal(camera.browser, portal, viewport);
    contexts.push(context);
    return context.newPage();
  };
  try {
    await walk(camera, { portal, codeFor: mailbox.codeFor, open });
  } finally {
    for (const context of contexts) await context.close();
    await portal.remove();
    await mailbox.close();
  }
}

async function walk(camera: Camera, day: Day): Promise<void> {
  const keep = async (name: string, page: Page) => {
    // Not until nothing is asked for: the team's pages keep asking.
    await page.evaluate(() => document.fonts.ready);
    const width = page.viewportSize()!.width;
    const shot = { width, png: await page.screenshot() };
    await camera.keep(`first-day-${name}`, 'light', [[shot]], width === PHONE.width ? 0.7 : SCALE);
  };
  await addKinds(day.portal);
  const ines = await inviteByCommand(day.portal);
  const office = await day.open(DESK);
  await signIn(office, day, ines, () => keep('set-up', office));

  const noa = await invite(office, 'Dr. Noa Lind', 'noa@clinic.example', 'Clinician', () =>
    keep('invite', office),
  );
  const clinician = await day.open(DESK);
  await signIn(clinician, day, noa);
  const sam = await invite(office, 'Sam Vega', 'sam@clinic.example', 'Coach');
  await clinician.goto(`${SITE}/team`); // nothing is live through this browser's routes
  await clinician.getByRole('button', { name: 'Agree' }).waitFor();
  await keep('agree', clinician);
  await clinician.getByRole('button', { name: 'Agree' }).click();
  await clinician.getByRole('heading', { name: 'New roles' }).waitFor({ state: 'detached' });
  await signIn(await day.open(DESK), day, sam);

  await office.goto(`${SITE}/team/people`);
  await chooseCalls(office, 'Dr. Noa Lind', ['Initial Consultation', 'Post-Treatment Review'], () =>
    keep('calls', office),
  );
  await chooseCalls(office, 'Sam Vega', ['Meet Your Clinical Coach', 'Clinical Coach Support Call']);
  await office.getByRole('link', { name: 'Calendar' }).click();
  await setHours(office, 'Dr. Noa Lind', () => keep('hours', office));
  await setHours(office, 'Sam Vega');

  await office.getByRole('link', { name: 'Invitations' }).click();
  await invitePatient(office, () => keep('invitation', office));
  const patient = await day.open(PHONE);
  await signInAsPatient(patient, day);
  await bookConsultation(patient, () => keep('booking', patient));
  await clinician.getByRole('link', { name: 'Calendar' }).click();
  await findCall(clinician);
  await keep('week', clinician);
}

/** A mail server that keeps what it is given. */
async function openMailbox() {
  const mails: { to: string[]; text: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData: (stream, { envelope }, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  const codesFor = (email: string) =>
    mails.filter(({ to }) => to.includes(email)).flatMap(({ text }) => /^(\d{6})\s*$/m.exec(text)?.[1] ?? []);
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    /** The newest one, once there is one; each person here asks once. */
    codeFor: async (email: string) => {
      for (let tries = 0; tries < 300 && codesFor(email).length === 0; tries += 1)
        await new Promise((again) => setTimeout(again, 100));
      return codesFor(email).at(-1) ?? '';
    },
    close: () => new Promise<void>((closed) => smtp.close(() => closed())),
  };
}

async function startEmpty(smtpUrl: string): Promise<Portal> {
  const { jwtSecret, anonKey, serviceRoleKey } = await completeSecrets({});
  return spawnPortal({
    env: {
      NODE_ENV: 'production',
      SITE_URL: SITE,
      TRUST_PROXY: 'true',
      JWT_SECRET: jwtSecret,
      SUPABASE_ANON_KEY: anonKey,
      SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Béa <care@clinic.example>',
      COACH_NAME: 'Sam Vega',
      COACH_TIME_ZONE: ZONE,
    },
  });
}

/** A browser that finds the portal at its own address, as behind the proxy of a clinic. */
async function openPortal(browser: Browser, { url }: Portal, viewport: typeof DESK): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    timezoneId: ZONE,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.route(`${SITE}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const headers = {
      ...route.request().headers(),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    };
    await route.fulfill({ response: await route.fetch({ url: `${url}${pathname}${search}`, headers }) });
  });
  return context;
}

async function addKinds({ command }: Portal): Promise<void> {
  for (const [slug, name, minutes] of KINDS) {
    const rules = ['--minutes', minutes, '--buffer', '15', '--notice', '60', '--interaction', 'video_call'];
    const told = ['--slug', slug, '--name', name, '--description', 'A video call with your care team.'];
    const { code, printed } = await command('appointment-types', 'add', ...told, ...rules);
    if (code !== 0) throw new Error(printed);
  }
}

async function inviteByCommand({ command }: Portal): Promise<Invited> {
  const email = 'ines@clinic.example';
  const who = ['--email', email, '--name', 'Ines Albrecht', '--role', 'administrator', '--time-zone', ZONE];
  const { printed } = await command('team', '--invite', ...who);
  const [, setUpCode] = /^Set-up code: (\S+)$/m.exec(printed) ?? [];
  if (!setUpCode) throw new Error(printed);
  return { email, setUpCode };
}

const nothing = async () => {};

async function signIn(
  page: Page,
  { codeFor }: Day,
  { email, setUpCode }: Invited,
  shown = nothing,
): Promise<void> {
  await page.goto(`${SITE}/team`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Verification code').waitFor();
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await shown();
  const key = (await page.getByText('Or enter this key there:').locator('+ p').innerText()).replaceAll(
    /\s/g,
    '',
  );
  await page.getByLabel('Set-up code').fill(setUpCode);
  await page.getByLabel('Code from your app').fill(new TOTP({ secret: key }).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

async function invite(
  page: Page,
  name: string,
  email: string,
  role: string,
  shown = nothing,
): Promise<Invited> {
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel(new RegExp(`^${role}`)).check();
  await shown();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const told = page.getByRole('dialog', { name: `Set-up code for ${name}` });
  await told.waitFor();
  const setUpCode = /\b[0-9A-Z]{5}-?[0-9A-Z]{5}\b/.exec(await told.innerText())![0];
  await told.getByRole('button', { name: 'Done' }).click();
  return { email, setUpCode };
}

async function chooseCalls(page: Page, name: string, calls: string[], shown = nothing): Promise<void> {
  const acts = page.getByRole('group', { name: `Actions for ${name}` });
  await acts.getByRole('button', { name: /^Calls/ }).click();
  const dialog = page.getByRole('dialog', { name: `Calls of ${name}` });
  for (const call of calls) await dialog.getByLabel(call).check();
  await shown();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function setHours(page: Page, name: string, shown = nothing): Promise<void> {
  await page.getByLabel('Person').selectOption({ label: name });
  await page.locator('select option:checked', { hasText: name }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Hours' }).click();
  const dialog = page.getByRole('dialog', { name: `Hours of ${name}` });
  for (const weekday of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await dialog.getByRole('button', { name: `Add hours on ${weekday}` }).click();
  await shown();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const ROBIN = 'robin@example.com';

async function invitePatient(page: Page, shown: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a patient' });
  await dialog.getByLabel('Email').fill(ROBIN);
  await dialog.getByLabel('First name').fill('Robin');
  await dialog.getByLabel('Last name').fill('Castellano');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(ROBIN).first().waitFor();
  await shown();
}

async function signInAsPatient(page: Page, { codeFor }: Day): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto(SITE);
  await page.getByLabel('Email address').fill(ROBIN);
  await press('Send Verification Code');
  await page.getByLabel('Verification code').fill(await codeFor(ROBIN));
  await press('Verify Code');
  for (const words of [/privacy policy/i, /transcripts/i])
    await page.getByRole('checkbox', { name: words }).check();
  await press('Accept and Continue');
  for (let step = 1; step < 7; step += 1) await press('Next');
  await press('Continue to Home');
  await page.getByRole('heading', { name: 'Test Results' }).waitFor();
}

/** The welcome comes before the consultation. */
async function bookConsultation(page: Page, shown: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Mark as complete' }).click();
  await page.getByRole('link', { name: 'Book your consultation' }).click();
  const slot = page.getByRole('button', { name: /\d+:\d\d [ap]m/ }).first();
  const next = page.getByRole('button', { name: 'Next available' });
  await slot.or(next).first().waitFor();
  if (!(await slot.isVisible())) await next.click();
  await slot.click();
  await page.getByRole('dialog', { name: 'Book a Call' }).waitFor();
  await shown();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/home$/);
}

/** It may be next week's. */
async function findCall(page: Page): Promise<void> {
  const week = page.getByRole('list', { name: 'The week' });
  await week.waitFor();
  const call = week.getByText('Robin Castellano');
  if (!(await call.isVisible())) await page.getByRole('button', { name: 'Later week' }).click();
  await call.waitFor();
}
