import type { Browser, Page } from '@playwright/test';
import {
  bookCall,
  callTest as test,
  expectMoving,
  joinAsHost,
  joinAsPatient,
  tile,
} from '../support/call-steps.ts';
import { expect } from '../support/fixtures.ts';

/** How long the load is measured. */
const MEASURED_MS = 10_000;
/** Two lines with a small picture (600 kbit/s at most, see peer.ts) and sound. */
const MAX_UPLOAD_KBIT = 2 * (600 + 100);

type Traffic = { at: number; sent: number; received: number; frames: number; sounds: number };
declare const connections: RTCPeerConnection[];

/** Keeps the page's connections, so that their statistics can be read. */
const keepConnections = (page: Page) =>
  page.addInitScript(() => {
    const kept: RTCPeerConnection[] = [];
    const Connection = RTCPeerConnection;
    Object.assign(globalThis, {
      connections: kept,
      RTCPeerConnection: class extends Connection {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          kept.push(this);
        }
      },
    });
  });

/** What went through a phone's live connections so far. */
const trafficOf = (page: Page): Promise<Traffic> =>
  page.evaluate(async () => {
    const traffic = { at: performance.now(), sent: 0, received: 0, frames: 0, sounds: 0 };
    for (const connection of connections.filter(({ connectionState }) => connectionState === 'connected')) {
      const report = await connection.getStats();
      report.forEach((entry: Record<string, number | string>) => {
        if (entry['type'] === 'outbound-rtp') traffic.sent += Number(entry['bytesSent']);
        if (entry['type'] !== 'inbound-rtp') return;
        traffic.received += Number(entry['bytesReceived']);
        if (entry['kind'] === 'video') traffic.frames += Number(entry['framesDecoded']);
        else traffic.sounds += Number(entry['packetsReceived']);
      });
    }
    return traffic;
  });

/** The seconds of CPU that the whole browser has used: three phones, which share it. */
async function cpuSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

const fitsThePhone = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('three people on phones see and hear each other within a phone’s upload, and who is removed hears nothing more @long', async ({
  clinic,
  person,
  browser,
}) => {
  test.slow();
  const call = await bookCall(clinic);
  const phones = [await person(), await person(), await person()] as const;
  const [host, patient, guest] = phones;
  for (const phone of phones) {
    await phone.setViewportSize({ width: 390, height: 844 });
    await keepConnections(phone);
  }
  await joinAsHost(host, clinic, call);
  await joinAsPatient(patient, clinic, call);
  await host.getByRole('button', { name: 'Invite a guest' }).click();
  await host.getByLabel('Guest’s name').fill('Maria Ortiz');
  await host.getByRole('button', { name: 'Create link' }).click();
  await guest.goto(await host.getByLabel('Guest’s link').inputValue());
  await host.getByRole('button', { name: 'Admit' }).click();
  await patient.getByRole('button', { name: 'Agree' }).click();
  await guest.getByRole('button', { name: 'Join call' }).click();
  const seen: [Page, string[]][] = [
    [host, ['Robin C.', 'Maria Ortiz']],
    [patient, ['Dr. Anneke Lind', 'Maria Ortiz']],
    [guest, ['Dr. Anneke Lind', 'Robin C.']],
  ];
  for (const [phone, names] of seen) {
    for (const name of names) await expectMoving(tile(phone, name));
    await expect(phone.getByRole('button', { name: 'Leave call' })).toBeInViewport({ ratio: 1 });
    expect(await fitsThePhone(phone)).toBe(true);
  }

  const cpuBefore = await cpuSeconds(browser);
  const before = await Promise.all(phones.map(trafficOf));
  let after = before;
  await expect
    .poll(
      async () => {
        after = await Promise.all(phones.map(trafficOf));
        return after[0]!.at - before[0]!.at;
      },
      { timeout: 3 * MEASURED_MS },
    )
    .toBeGreaterThan(MEASURED_MS);
  const cpu = (await cpuSeconds(browser)) - cpuBefore;
  for (const [at, name] of ['host', 'patient', 'guest'].entries()) {
    const [first, last] = [before[at]!, after[at]!];
    const seconds = (last.at - first.at) / 1000;
    const kbit = (bytes: number) => Math.round((bytes * 8) / 1000 / seconds);
    const [up, down] = [kbit(last.sent - first.sent), kbit(last.received - first.received)];
    const frames = (last.frames - first.frames) / seconds / 2;
    process.stdout.write(
      `${name}: sends ${up} kbit/s, receives ${down} kbit/s, sees ${frames.toFixed(0)} frames a second of each other person\n`,
    );
    expect(up).toBeLessThan(MAX_UPLOAD_KBIT);
    expect(frames).toBeGreaterThan(1);
    expect(last.sounds).toBeGreaterThan(first.sounds);
  }
  const seconds = (after[0]!.at - before[0]!.at) / 1000;
  process.stdout.write(`browser: ${((100 * cpu) / seconds / 3).toFixed(0)}% of a core for each phone\n`);

  await host.getByRole('button', { name: 'Remove guest' }).click();
  await expect(guest.getByRole('heading', { name: 'You’re no longer in this call' })).toBeVisible();
  const closed = () =>
    guest.evaluate(() => connections.every(({ connectionState }) => connectionState === 'closed'));
  expect(await closed()).toBe(true);
  expect(await guest.locator('video').count()).toBe(0);
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
});
