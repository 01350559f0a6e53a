import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.ts';
import { spawnPortal, type Portal } from '../server/testing/spawn-portal.ts';
import { openBrowser, SANDBOX, store } from './front-end/browser.ts';
import { lookAt, lookSlowed, middleOf, type Run, type SlowedRun } from './front-end/lighthouse.ts';
import { openMinimalPage } from './front-end/minimal-page.ts';
import { slowProxyTo } from './front-end/slow-proxy.ts';
import { transferOf, type Transfer } from './front-end/transfer.ts';
import { kilobytes, median, round } from './numbers.ts';

// What does a first visit cost a phone, compared to a page that is just React and a form?

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const PATIENT = 'cycle2@example.com';
/** The browser has a session under this host name, and none under the other. */
const SIGNED_IN = 'patients';
const SESSION_KEY = `sb-${SIGNED_IN}-auth-token`;
/** As Lighthouse's phone. */
const PHONE = { width: 412, height: 823 };

type Screen = Transfer & Run & { lcpRatio: number };
/** On a really slowed phone, compared to the minimal page's largest paint there. */
type Slowed = {
  signIn: { lcpRatio: number; blocked: number };
  home: { journeyRatio: number; dataRatio: number; blocked: number };
};
export type FrontEndResult = {
  signIn: Screen;
  home: Screen;
  slowed: Slowed;
  minimal: Run & { gzip: number };
  rounds: number;
};

export async function measureFrontEnd(): Promise<FrontEndResult> {
  const portal = await spawnPortal();
  const [strangers, patients, minimal] = await Promise.all([
    slowProxyTo(portal.url, 'strangers'),
    slowProxyTo(portal.url, SIGNED_IN),
    openMinimalPage(),
  ]);
  try {
    const session = await sessionOf(portal);
    const [signIn, home] = [`${strangers.url}/auth`, `${patients.url}/home`];
    const transfers = await firstVisits(signIn, home, session);
    const runs = await lookInTurns({ signIn, home, minimal: minimal.url }, session);
    const against = (of: Run[]) => round(median(of.map(({ lcp }, at) => lcp / runs.minimal[at]!.lcp)));
    return {
      signIn: { ...transfers.signIn, ...middleOf(runs.signIn), lcpRatio: against(runs.signIn) },
      home: {
        ...transfers.home,
        ...middleOf(runs.home),
        lcpRatio: against(runs.home),
      },
      slowed: slowedOf(runs.slowed),
      minimal: { gzip: kilobytes(minimal.gzipBytes), ...middleOf(runs.minimal) },
      rounds: ROUNDS,
    };
  } finally {
    await Promise.all([strangers.close(), patients.close(), minimal.close()]);
    await portal.remove();
  }
}

/** Each in a fresh browser that has only the session, if any. */
async function firstVisits(signIn: string, home: string, session: string) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: SANDBOX });
  const signedIn = { origin: new URL(home).origin, localStorage: [{ name: SESSION_KEY, value: session }] };
  const visit = async (url: string) => {
    const storageState = { cookies: [], origins: [signedIn] };
    const context = await browser.newContext({ viewport: PHONE, storageState });
    return transferOf(await context.newPage(), url);
  };
  try {
    return { signIn: await visit(signIn), home: await visit(home) };
  } finally {
    await browser.close();
  }
}

type Pages = { signIn: string; home: string; minimal: string };
type SlowedTurn = Record<keyof Pages, SlowedRun>;

/** Alternates between all three, so that other load on the machine affects them equally. */
async function lookInTurns(pages: Pages, session: string) {
  const browser = await openBrowser();
  const runs = { signIn: [] as Run[], home: [] as Run[], minimal: [] as Run[], slowed: [] as SlowedTurn[] };
  try {
    await store(browser, new URL(pages.home).origin, SESSION_KEY, session);
    for (let turn = 0; turn <= ROUNDS; turn += 1) {
      for (const page of ['minimal', 'signIn', 'home'] as const) {
        const run = await lookAt(pages[page], browser.port);
        if (turn > 0) runs[page].push(run); // the first reads the browser itself from the disk
      }
    }
    // Last, because a browser that was really slowed down stays slow for a moment.
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const minimal = await lookSlowed(pages.minimal, browser.port);
      const signIn = await lookSlowed(pages.signIn, browser.port);
      const home = await lookSlowed(pages.home, browser.port);
      runs.slowed.push({ minimal, signIn, home });
    }
    return runs;
  } finally {
    await browser.close();
  }
}

function slowedOf(turns: SlowedTurn[]): Slowed {
  const against = (read: (turn: SlowedTurn) => number) =>
    round(median(turns.map((turn) => read(turn) / turn.minimal.lcp)));
  const blocked = (page: 'signIn' | 'home') => round(median(turns.map((turn) => turn[page].tbt)), 0);
  return {
    signIn: { lcpRatio: against(({ signIn }) => signIn.lcp), blocked: blocked('signIn') },
    home: {
      journeyRatio: against(({ home }) => home.markedAt('journey-visible')),
      dataRatio: against(({ home }) => home.markedAt('data-visible')),
      blocked: blocked('home'),
    },
  };
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
