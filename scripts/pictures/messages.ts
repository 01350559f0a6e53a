import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Portal } from '../../server/testing/spawn-portal.ts';
import { THEMES, type Camera, type Look, type Session, type Shot, type Theme } from './camera.ts';
import { sessionOf } from './portal.ts';

const [PHONE, DESK] = [390, 1280];
const SMALL = 0.4;

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

type Stage = {
  camera: Camera;
  url: string;
  /** No messages; a conversation; one with pictures that waits; one with an unread reply. */
  patients: Record<'new' | 'talking' | 'waiting' | 'unread', Session>;
  team: Record<'coach' | 'clinician', Session>;
};
type Show = (page: Page, url: string) => Promise<void>;

/** Messages as patient and care team see them, on a phone and a desktop, by day and by night. */
export async function pictureMessages(camera: Camera, portal: Portal): Promise<void> {
  const stage = await prepare(camera, portal);
  const { patients, team } = stage;
  const shown: [Session, Show][] = [
    [patients.new, empty],
    [patients.talking, conversation],
    [patients.waiting, conversation],
    [patients.new, urgent],
    [patients.talking, withPictures],
    [patients.talking, offline],
    [patients.waiting, late],
    [patients.unread, badge],
    [patients.new, choices],
  ];
  const worked: [Session, Show][] = [
    [team.coach, list],
    [team.coach, listOpened],
    [team.coach, today],
    [team.coach, timeline],
    [team.coach, answerBox],
    [team.clinician, otherWasFaster],
  ];
  for (const theme of THEMES) {
    await sheet(stage, `messages-team-phone-${theme}`, theme, PHONE, worked, 3);
    await sheet(stage, `messages-team-${theme}`, theme, DESK, worked, 2);
    await sheet(stage, `messages-phone-${theme}`, theme, PHONE, shown, 5);
    await sheet(stage, `messages-desk-${theme}`, theme, DESK, shown, 3);
  }
}

async function sheet(
  { camera, url }: Stage,
  name: string,
  theme: Theme,
  width: number,
  shown: [Session, Show][],
  perRow: number,
): Promise<void> {
  const shots: Shot[] = [];
  for (const [session, show] of shown) {
    const look: Look = { theme, width, session };
    shots.push(
      await camera.take(look, async (page) => {
        await show(page, url);
        await page.evaluate(() => document.fonts.ready);
        return page.screenshot();
      }),
    );
  }
  const rows = Array.from({ length: Math.ceil(shots.length / perRow) }, (_, row) =>
    shots.slice(row * perRow, (row + 1) * perRow),
  );
  await camera.keep(name, theme, rows, SMALL);
}

async function prepare(camera: Camera, portal: Portal): Promise<Stage> {
  const { url } = portal;
  const of = (name: string) => sessionOf(camera, portal, `${name}@example.com`);
  const [patients, team] = [
    {
      new: await of('stage1'),
      talking: await of('stage2'),
      waiting: await of('stage3'),
      unread: await of('irregular'),
    },
    {
      coach: await teamSession(camera, portal, 'coach@example.com'),
      clinician: await teamSession(camera, portal, 'clinician@example.com'),
    },
  ];
  const files = [await leave(url, patients.waiting), await leave(url, patients.waiting)];
  const text = 'The second line is very faint. Does that count as a peak? I took two pictures, one by day.';
  await call(url, patients.waiting, 'send-message', { topic: 'A test result', text, files });
  const asked = { topic: 'My treatment', text: 'Can I travel in the week of the applicators?' };
  const { threadId } = await call(url, patients.unread, 'send-message', asked);
  for (const words of [
    'Yes. Please take both applicators along.',
    'We can talk it through on our next call.',
  ])
    await call(url, team.coach, 'team-message', { threadId, text: words });
  return { camera, url, patients, team };
}

async function teamSession({ browser }: Camera, { url }: Portal, email: string): Promise<Session> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const codeOf = async (channel: string) => {
    const mails = (await (await fetch(`${url}/dev/mailbox.json?to=${email}`)).json()) as Mail[];
    return mails.find((mail) => mail.channel === channel && mail.code)!.code!;
  };
  await page.goto(`${url}/team/sign-in`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Verification code').waitFor();
  await page.getByLabel('Verification code').fill(await codeOf('email'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code from your app').fill(await codeOf('authenticator'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  const session = await context.storageState();
  await context.close();
  return session;
}
type Mail = { channel: string; code: string | null };

type Kept = { access_token: string; user: { id: string } };
function keptIn(session: Session): Kept {
  const kept = session.origins[0]!.localStorage.find(({ name }) => name.endsWith('-auth-token'))!;
  return JSON.parse(kept.value) as Kept;
}

async function call(url: string, session: Session, name: string, body: object): Promise<Answer> {
  const answer = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keptIn(session).access_token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
type Answer = { threadId: string };

async function leave(url: string, session: Session): Promise<string> {
  const id = randomUUID();
  const { access_token: token, user } = keptIn(session);
  const answer = await fetch(`${url}/storage/v1/object/message-uploads/${user.id}/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: PNG,
  });
  if (!answer.ok) throw new Error(`A picture could not be left: ${answer.status}`);
  return id;
}

const list: Show = async (page, url) => {
  await page.goto(`${url}/team/messages?show=all`);
  await page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').first().waitFor();
};

const listOpened: Show = async (page, url) => {
  await list(page, url);
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().click();
  await page.getByLabel('Your reply').waitFor();
};

const field = (page: Page) => page.getByLabel('Your message');

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/messages`);
  await field(page).waitFor();
}

const empty: Show = async (page, url) => {
  await open(page, url);
  await page.getByText(/Write now and you’ll hear back by/).waitFor();
};

const conversation: Show = async (page, url) => {
  await open(page, url);
  await page.getByRole('log').waitFor();
};

const urgent: Show = async (page, url) => {
  await open(page, url);
  await page.getByLabel('My treatment').check();
  await field(page).fill('Since this morning I have a strong pain on one side.');
  await field(page).scrollIntoViewIfNeeded();
};

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG });

const withPictures: Show = async (page, url) => {
  await conversation(page, url);
  await page.getByLabel('Add pictures').setInputFiles([picture('the-box.png'), picture('the-seal.png')]);
  await page.getByText('the-seal.png').waitFor();
  await field(page).fill('This is how it came. Is the seal as it should be?');
  await page.getByRole('button', { name: 'Send', exact: true }).scrollIntoViewIfNeeded();
};

const offline: Show = async (page, url) => {
  await conversation(page, url);
  await field(page).fill('The kit is here!');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Not sent yet.').waitFor();
  await page.getByText('Not sent yet.').scrollIntoViewIfNeeded();
};

/** As if the reply had just become due. */
const late: Show = async (page, url) => {
  await page.route('**/rest/v1/messages?**', async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { due_at: string | null }[];
    const due = new Date(Date.now() - 60_000).toISOString();
    await route.fulfill({
      response,
      json: rows.map((row) => Object.assign(row, { due_at: row.due_at && due })),
    });
  });
  await open(page, url);
  await page.getByText(/^We’re sorry, our reply is late/).waitFor();
};

const badge: Show = async (page, url) => {
  await page.goto(`${url}/support`);
  const menu = page.getByRole('button', { name: /^Open menu/ });
  await menu
    .or(page.getByRole('link', { name: 'My Coach 2 unread' }))
    .first()
    .waitFor();
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: 'My Coach 2 unread' }).waitFor();
};

const choices: Show = async (page, url) => {
  await page.goto(`${url}/account`);
  const choice = page.getByText(/new message/i).first();
  await choice.waitFor();
  await choice.scrollIntoViewIfNeeded();
};

const item = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'Unanswered message' }).filter({ hasText: 'Mia Lindqvist' });

const today: Show = async (page, url) => {
  await page.goto(`${url}/team`);
  await page.getByRole('button', { name: /^All/ }).click();
  await item(page).scrollIntoViewIfNeeded();
};

const timeline: Show = async (page, url) => {
  await today(page, url);
  await item(page).getByRole('link', { name: 'Mia Lindqvist' }).click();
  await page.getByRole('heading', { level: 2, name: 'Messages: A test result' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).first().click();
  const entry = page.getByText('Messages: A test result').first();
  await entry.waitFor();
  await entry.scrollIntoViewIfNeeded();
};

const answerBox: Show = async (page, url) => {
  await today(page, url);
  await item(page).getByRole('link', { name: 'Mia Lindqvist' }).click();
  await page
    .getByLabel('Your reply')
    .fill('Thank you for the pictures. I will call you at noon, and we look at them together.');
};

/** A colleague replies while this person writes. Nothing of it is stored. */
const otherWasFaster: Show = async (page, url) => {
  await page.route('**/functions/v1/team-message', (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: 'changed_meanwhile',
        message: 'Marisol Vega already replied. Please read their reply first.',
      },
    }),
  );
  await page.goto(`${url}/team/patients?search=Jordan`);
  await page.getByRole('link', { name: 'Jordan Nakamura' }).click();
  await page.getByRole('button', { name: 'Open conversation: Messages: My treatment' }).click();
  await page.getByLabel('Your reply').fill('You can travel.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Marisol Vega already replied. Please read their reply first.').waitFor();
  await page.locator('button:enabled', { hasText: /^Send$/ }).waitFor();
};
