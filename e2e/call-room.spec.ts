import { AxeBuilder } from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { createKeys } from '../server/auth/keys.ts';
import type { Secrets } from '../server/settings.ts';
import { expect, signIn, test as base, type Clinic } from './fixtures.ts';

type Call = { id: string; email: string; room: string };

/** A patient with a call that starts in so many minutes. */
async function bookCall(clinic: Clinic, startsIn = 0): Promise<Call> {
  const email = await clinic.patient('Robin');
  const [row] = await clinic.sql(
    `insert into public.care_team (name, role, email, time_zone)
     values ('Dr. Anneke Lind', 'clinician', gen_random_uuid() || '@clinic.example', 'UTC') returning id`,
  );
  const [call] = await clinic.sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select user_id, $2, types.id, times.at, times.at + interval '30 minutes', times.at + interval '30 minutes'
     from public.customers, public.appointment_types as types, (select now() + make_interval(mins => $3) as at) as times
     where customer_email = $1 and slug = 'initial-consultation' returning id, room`,
    [email, row!['id'], startsIn],
  );
  return { id: String(call!['id']), room: String(call!['room']), email };
}

async function hostLink(clinic: Clinic, { id }: Call, expiresIn = 1_800): Promise<string> {
  const secrets = JSON.parse(await readFile(join(clinic.dataFolder, 'secrets.json'), 'utf8')) as Secrets;
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  const token = await createKeys(secrets).sign({ role: 'anon', call_id: id, call_sequence: 0, exp });
  return `${clinic.url}/call/${token}`;
}

const withArguments = (...more: string[]) =>
  base.extend<{ person: () => Promise<Page> }>({
    launchOptions: async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...more] }),
    /** Somebody with a browser of their own. */
    person: async ({ browser }, use) => {
      const contexts: BrowserContext[] = [];
      await use(async () => {
        const context = await newPerson(browser);
        contexts.push(context);
        return context.newPage();
      });
      await Promise.all(contexts.map((context) => context.close()));
    },
  });

// A camera and a microphone that a machine plays: a clock that ticks, a tone that beeps.
const test = withArguments(
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
);

const newPerson = (browser: Browser) => browser.newContext({ viewport: { width: 1280, height: 800 } });

async function joinAsHost(page: Page, clinic: Clinic, call: Call, expiresIn?: number): Promise<void> {
  await page.goto(await hostLink(clinic, call, expiresIn));
  await page.getByRole('button', { name: 'Join call' }).click();
}

async function joinAsPatient(page: Page, clinic: Clinic, call: Call): Promise<void> {
  await signIn(page, clinic, call.email);
  await page.goto(`${clinic.url}/call/${call.room}`);
  await page.getByRole('button', { name: 'Join call' }).click();
}

/** The picture changes: what the other side's camera sees arrives as it happens. */
async function expectMoving(video: Locator): Promise<void> {
  await expect(video).toBeVisible();
  const frame = () =>
    video.evaluate((element: HTMLVideoElement) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
      const pen = canvas.getContext('2d')!;
      pen.drawImage(element, 0, 0, 64, 36);
      return [...pen.getImageData(0, 0, 64, 36).data].join();
    });
  const black = (picture: string) => new Set(picture.split(',')).size <= 2;
  await expect.poll(async () => black(await frame()), { message: 'a picture' }).toBe(false);
  const first = await frame();
  await expect.poll(frame, { message: 'another picture' }).not.toBe(first);
}

const status = (page: Page) => page.getByRole('main').getByRole('status');
const tile = (page: Page, name: string) => page.getByLabel(name, { exact: true });

test('two people see each other move, one leaves and comes back, and nobody else gets in', async ({
  clinic,
  person,
}) => {
  const call = await bookCall(clinic);
  const [host, patient] = [await person(), await person()];
  await joinAsHost(host, clinic, call);
  await expect(status(host)).toHaveText('You are here. Robin C. has not come in yet.');
  await joinAsPatient(patient, clinic, call);
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await expectMoving(tile(patient, 'You'));
  await expect(status(host)).toHaveText('Robin C. is here.');
  await expect(status(patient)).toHaveText('Dr. Anneke Lind is here.');

  await patient.getByRole('button', { name: 'Leave call' }).click();
  await expect(patient.getByRole('heading', { name: 'You have left the call' })).toBeVisible();
  await expect(status(host)).toHaveText(/^Robin C. has left the call/);
  await patient.getByRole('button', { name: 'Rejoin' }).click();
  await patient.getByRole('button', { name: 'Join call' }).click();
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));

  await host.reload();
  await host.getByRole('button', { name: 'Join call' }).click();
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));

  const stranger = await person();
  await signIn(stranger, clinic, await clinic.patient('Sam'));
  await stranger.goto(`${clinic.url}/call/${call.room}`);
  await expect(stranger.getByRole('heading', { name: 'We cannot find this call' })).toBeVisible();
});

test(
  'muting, the camera and the screen of the host reach the other side',
  { tag: '@long' },
  async ({ clinic, person }) => {
    const call = await bookCall(clinic);
    const [host, patient] = [await person(), await person()];
    await joinAsHost(host, clinic, call);
    await joinAsPatient(patient, clinic, call);
    await expectMoving(tile(patient, 'Dr. Anneke Lind'));
    await host.getByRole('button', { name: 'Mute' }).click();
    await expect(status(patient)).toHaveText('Dr. Anneke Lind is here. They are muted.');
    await host.getByRole('button', { name: 'Unmute' }).click();
    await expect(status(patient)).toHaveText('Dr. Anneke Lind is here.');
    await host.getByRole('button', { name: 'Turn camera off' }).click();
    await expect(tile(patient, 'Dr. Anneke Lind')).toBeHidden();
    await host.getByRole('button', { name: 'Turn camera on' }).click();
    await expectMoving(tile(patient, 'Dr. Anneke Lind'));
    await host.getByRole('button', { name: 'Share screen' }).click();
    await expect(status(patient)).toHaveText('Dr. Anneke Lind is here. They are sharing their screen.');
    await host.getByRole('button', { name: 'Stop sharing' }).click();
    await expectMoving(tile(patient, 'Dr. Anneke Lind'));
    await expect(patient.getByRole('button', { name: 'Share screen' })).toHaveCount(0);
  },
);

test('the camera can be seen and the microphone heard before anybody else does', async ({
  clinic,
  person,
}) => {
  const page = await person();
  await page.goto(await hostLink(clinic, await bookCall(clinic)));
  await expect(page.getByRole('heading', { name: 'Your call with Robin C.' })).toBeVisible();
  await expectMoving(page.getByLabel('You, as others will see you'));
  await expect(page.getByLabel('Camera', { exact: true }).locator('option:not([hidden])')).not.toHaveCount(0);
  await expect(page.getByLabel('Microphone', { exact: true })).toBeVisible();
  const level = () =>
    page.getByLabel('Microphone level').evaluate((meter) => (meter as HTMLMeterElement).value);
  await expect.poll(level).toBeGreaterThan(0.1);
  const bar = page.getByLabel('Microphone level').locator('xpath=following-sibling::div/div');
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(page.getByText('Your camera is off.')).toBeVisible();
});

test('the check and the call have nothing for axe @phone', { tag: '@long' }, async ({ clinic, person }) => {
  const page = await person();
  const problems = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(await hostLink(clinic, await bookCall(clinic)));
    await expect(page.getByLabel('You, as others will see you')).toBeVisible();
    expect(await problems()).toEqual([]);
    await page.getByRole('button', { name: 'Join call' }).click();
    await expect(status(page)).toContainText('You are here.');
    expect(await problems()).toEqual([]);
  }
});

test('whoever joins from a second window takes the place of the first', async ({ clinic, person }) => {
  const call = await bookCall(clinic);
  const [first, second] = [await person(), await person()];
  await joinAsHost(first, clinic, call);
  await expect(status(first)).toContainText('You are here.');
  await joinAsHost(second, clinic, call);
  await expect(first.getByRole('heading', { name: 'You are in this call elsewhere' })).toBeVisible();
  await expect(status(second)).toContainText('You are here.');
});

test('a line that breaks is found again', { tag: '@long' }, async ({ clinic, person }) => {
  const call = await bookCall(clinic);
  const [host, patient] = [await person(), await person()];
  const network = await patient.context().newCDPSession(patient);
  await network.send('Network.enable');
  const losePackets = (packetLoss: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1,
      downloadThroughput: 100_000_000,
      uploadThroughput: 100_000_000,
      packetLoss,
    });
  // Chromium watches only those connections that begin under such conditions.
  await losePackets(0);
  await joinAsHost(host, clinic, call);
  await joinAsPatient(patient, clinic, call);
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await losePackets(100);
  const lost = { timeout: 40_000 };
  await expect(status(patient)).toHaveText(/^The connection to Dr. Anneke Lind was lost/, lost);
  await expect(status(host)).toHaveText(/^The connection to Robin C. was lost/, lost);
  await losePackets(0);
  await expect(status(patient)).toHaveText('Dr. Anneke Lind is here.', lost);
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await expectMoving(tile(host, 'Robin C.'));
});

test(
  'a call that runs over its time goes on until the two part',
  { tag: '@long' },
  async ({ clinic, person }) => {
    const call = await bookCall(clinic);
    const [host, patient] = [await person(), await person()];
    await joinAsPatient(patient, clinic, call);
    const ended = host.waitForEvent('websocket').then((socket) => socket.waitForEvent('close'));
    await joinAsHost(host, clinic, call, 15);
    await expectMoving(tile(host, 'Robin C.'));
    await ended;
    await expectMoving(tile(host, 'Robin C.'));
    await expectMoving(tile(patient, 'Dr. Anneke Lind'));
    await host.getByRole('button', { name: 'Leave call' }).click();
    await expect(status(patient)).toHaveText(/^Dr. Anneke Lind has left the call/, { timeout: 30_000 });
  },
);

test('too early, too late, cancelled, expired, cut short and signed out are each said plainly', async ({
  clinic,
  person,
}) => {
  const page = await person();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const early = await bookCall(clinic, 60);
  await page.goto(await hostLink(clinic, early));
  await expect(heading('You are early')).toBeVisible();
  await expect(page.getByText('it lets you in by itself')).toBeVisible();
  await page.goto(await hostLink(clinic, await bookCall(clinic, -45)));
  await expect(heading('This call is over')).toBeVisible();
  const cancelled = await bookCall(clinic);
  await page.goto(`${clinic.url}/call/${cancelled.room}`);
  await expect(heading('Please sign in first')).toBeVisible();
  await clinic.sql(`update public.appointments set status = 'cancelled' where id = $1`, [cancelled.id]);
  await signIn(page, clinic, cancelled.email);
  await page.goto(`${clinic.url}/call/${cancelled.room}`);
  await expect(heading('This call was cancelled')).toBeVisible();
  await page.goto(await hostLink(clinic, await bookCall(clinic), -5));
  await expect(heading('This link has expired')).toBeVisible();
  await page.goto((await hostLink(clinic, await bookCall(clinic))).slice(0, -8));
  await expect(heading('This link has expired')).toBeVisible();
});

const denied = withArguments('--use-fake-device-for-media-stream', '--deny-permission-prompts');

denied('a browser that may not use the camera says how to allow it', async ({ page, clinic }) => {
  await page.goto(await hostLink(clinic, await bookCall(clinic)));
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'We cannot use your camera and microphone yet.',
  );
  await expect(page.getByText('allow both, and try again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join call' })).toBeDisabled();
});

const cameraless = withArguments(
  '--use-fake-device-for-media-stream=device-count=0',
  '--use-fake-ui-for-media-stream',
);

cameraless('without a camera one can join all the same', async ({ page, clinic }) => {
  await page.goto(await hostLink(clinic, await bookCall(clinic)));
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'We could not find a camera or a microphone.',
  );
  await page.getByRole('button', { name: 'Join call' }).click();
  await expect(status(page)).toHaveText('You are here. Robin C. has not come in yet.');
});

base(
  'the demonstration’s clinician has the link to the call that can be joined now in the mail',
  async ({ page, clinic }) => {
    await expect.poll(async () => (await clinic.mail('clinician@example.com')).length).toBeGreaterThan(0);
    const [mail] = await clinic.mail('clinician@example.com');
    const link = /http\S+\/call\/\S+/.exec(mail!.text)![0];
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Your call with Jo W.' })).toBeVisible();
  },
);
