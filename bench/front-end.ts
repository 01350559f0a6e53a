import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.ts';
import { freePort, spawnPortal, type Portal } from '../server/testing/spawn-portal.ts';
import { lookAt, middleOf, shownAfter, type Run } from './front-end/lighthouse.ts';
import { openMinimalPage } from './front-end/minimal-page.ts';
import { slowDoorTo } from './front-end/slow-door.ts';
import { transferOf, type Transfer } from './front-end/transfer.ts';
import { kilobytes, median, round } from './numbers.ts';

// What does a first visit cost a phone, beside a page that is nothing but React and a form?

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const PATIENT = 'cycle2@example.com';
const SESSION_KEY = 'sb-localhost-auth-token';
/** As Lighthouse's phone. */
const PHONE = { width: 412, height: 823 };
const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

type Screen = Transfer & Run & { lcpRatio: number };
export type FrontEndResult = {
  signIn: Screen;
  home: Screen & { dataRatio: number; firstPaintRatio: number };
  minimal: Run & { gzip: number };
  rounds: number;
};

export async function measureFrontEnd(): Promise<FrontEndResult> {
  const portal = await spawnPortal();
  const [door, minimal] = await Promise.all([slowDoorTo(portal.url), openMinimalPage()]);
  try {
    const session = await sessionOf(portal);
    const transfers = await firstVisits(door.url, session);
    const runs = await lookInTurns(door.url, minimal.url, session);
    const against = (of: Run[]) => round(median(of.map(({ lcp }, at) => lcp / runs.minimal[at]!.lcp)));
    return {
      signIn: { ...transfers.signIn, ...middleOf(runs.signIn), lcpRatio: against(runs.signIn) },
      home: {
        ...transfers.home,
        ...middleOf(runs.home),
        lcpRatio: against(runs.home),
        firstPaintRatio: round(median(runs.home.map(({ fcp }, at) => fcp / runs.minimal[at]!.lcp))),
        dataRatio: round(median(runs.data)),
      },
      minimal: { gzip: kilobytes(minimal.gzipBytes), ...middleOf(runs.minimal) },
      rounds: ROUNDS,
    };
  } finally {
    await Promise.all([door.close(), minimal.close()]);
    await portal.remove();
  }
}

/** Each in a browser that knows the session, if there is one, and nothing else. */
async function firstVisits(url: string, session: string) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: SANDBOX });
  const signedIn = { origin: url, localStorage: [{ name: SESSION_KEY, value: session }] };
  const visit = async (path: string, origins: (typeof signedIn)[]) => {
    const context = await browser.newContext({ viewport: PHONE, storageState: { cookies: [], origins } });
    return transferOf(await context.newPage(), url + path);
  };
  try {
    return { signIn: await visit('/auth', []), home: await visit('/home', [signedIn]) };
  } finally {
    await browser.close();
  }
}

/** In turns, so that whatever else the machine does falls on all three. */
async function lookInTurns(url: string, minimalUrl: string, session: string) {
  const profile = await mkdtemp(join(tmpdir(), 'bea-profile-'));
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [`--remote-debugging-port=${port}`, ...SANDBOX],
  });
  const runs = { signIn: [] as Run[], home: [] as Run[], minimal: [] as Run[], data: [] as number[] };
  try {
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      runs.minimal.push(await lookAt(minimalUrl, port));
      await setSession(browser, url, null);
      runs.signIn.push(await lookAt(`${url}/auth`, port));
      await setSession(browser, url, session);
      runs.home.push(await lookAt(`${url}/home`, port));
    }
    // Afterwards, because a browser that was really slowed down is slow for a moment longer.
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const visible = await shownAfter(`${url}/home`, port, 'data-visible');
      runs.data.push(visible / (await shownAfter(minimalUrl, port)));
    }
    return runs;
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Signs in as a patient does, without the screens. */
async function sessionOf({ url }: Portal): Promise<string> {
  const { supabaseAnonKey: apikey } = (await (await fetch(`${url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/auth/v1/otp', { email: PATIENT });
  const [mail] = (await (await fetch(`${url}/dev/mailbox.json?to=${PATIENT}`)).json()) as { code: string }[];
  const verified = await post('/auth/v1/verify', { email: PATIENT, token: mail!.code, type: 'email' });
  if (!verified.ok) throw new Error(`Signing in was answered ${verified.status}.`);
  return verified.text();
}

/** On a page of the portal that starts nothing. */
async function setSession(browser: BrowserContext, url: string, session: string | null): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    ([key, text]) => {
      localStorage.clear();
      if (text !== null) localStorage.setItem(key, text);
    },
    [SESSION_KEY, session] as const,
  );
  await page.close();
}
