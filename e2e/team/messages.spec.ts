import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, smallScreenProblems } from '../support/accessibility-checks.ts';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { pdf } from '../../domain/messages/files/testing.ts';
import { assignTo, knownPatient, openRecord, type Known } from '../support/patient-steps.ts';
import { sessionOf } from '../support/session-steps.ts';
import { inviteToTeam, joinTeam } from '../support/team-steps.ts';

/** The smallest picture there is. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A patient writing from their own device. */
async function patientOf(clinic: Clinic, { email, id }: Known) {
  const { access_token: token } = await sessionOf(clinic, email);
  const authorization = `Bearer ${token}`;
  return {
    leave: async () => {
      const picture = randomUUID();
      const url = `${clinic.url}/storage/v1/object/message-uploads/${id}/${picture}`;
      const headers = { authorization, 'content-type': 'image/png' };
      expect((await fetch(url, { method: 'POST', headers, body: PNG })).status).toBe(200);
      return picture;
    },
    writes: async (text: string, files: string[] = []) => {
      const answer = await fetch(`${clinic.url}/functions/v1/send-message`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ topic: 'The kit', text, files }),
      });
      expect(answer.status).toBe(200);
    },
  };
}

const itemOf = (page: Page, { name }: Known) =>
  page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Unanswered message' });
const openItem = async (page: Page, known: Known) => {
  await page.getByRole('button', { name: /^All/ }).click();
  await itemOf(page, known).getByRole('link', { name: known.name }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Messages: The kit' })).toBeVisible();
};

test('two team members answer a message: the second reads the first’s reply before sending', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const ada = await knownPatient(clinic, 'Ada');
  const device = await patientOf(clinic, ada);
  await joinTeam(page, clinic, 'coach');
  await device.writes('How long does the kit take?', [await device.leave()]);
  // Arrives before the page polls, so it was pushed.
  await openItem(page, ada);
  const talk = page.getByRole('list', { name: 'Conversation' });
  await expect(talk.getByText('How long does the kit take?')).toBeVisible();
  await expect
    .poll(() =>
      clinic.sql(`select from public.message_reads where user_id = $1 and reader = 'team'`, [ada.id]),
    )
    .toHaveLength(1);
  await expectAccessible(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download picture 1/ }).click();
  expect((await saved).suggestedFilename()).toBe('picture-1.png');

  const other = await browser.newContext({ baseURL: clinic.url });
  const second = await other.newPage();
  await joinTeam(second, clinic, 'clinician');
  await second.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  const theirs = second.getByRole('list', { name: 'Conversation' });
  await expect(theirs.getByText('How long does the kit take?')).toBeVisible();
  // A colleague's reply doesn't reach this screen until someone presses Send.
  let isCut = true;
  await second.route('**/functions/v1/team-messages*', (route) => (isCut ? route.abort() : route.continue()));
  await second.route('**/functions/v1/team-message', (route) => {
    isCut = false;
    return route.continue();
  });
  await second.getByLabel('Your reply').fill('Three days.');

  await page.getByLabel('Your reply').fill('Two days, by post.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(talk.getByText('Two days, by post.')).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue('');

  await second.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(second.getByText('Noa Lind already replied. Read their reply first.')).toBeVisible();
  await expect(second.getByLabel('Your reply')).toHaveValue('Three days.');
  await expect(theirs.getByText('Two days, by post.')).toBeVisible();
  await second.getByLabel('Your reply').fill('And it is discreet.');
  await second.getByRole('button', { name: 'Answered by phone' }).click();
  await expect(theirs.getByText('And it is discreet.')).toBeVisible();
  await expect(theirs.getByText('Answered by phone')).toBeVisible();
  // Live, on the first person's screen.
  await expect(talk.getByText('And it is discreet.')).toBeVisible();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(itemOf(page, ada)).toHaveCount(0);
  await other.close();
});

test('a conversation is read and answered on a phone and in the dark, and a draft survives a reload @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const mei = await knownPatient(clinic, 'Mei');
  const device = await patientOf(clinic, mei);
  await device.writes('Can I take the kit along?', [await device.leave(), await device.leave()]);
  await joinTeam(page, clinic, 'coach');
  await openItem(page, mei);
  await page.getByLabel('Your reply').fill('Yes, in your hand luggage.');
  await page.reload();
  await expect(page.getByLabel('Your reply')).toHaveValue('Yes, in your hand luggage.');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByRole('dialog', { name: 'Messages: The kit' })).toBeVisible();
  await expectAccessible(page);
  expect(await smallScreenProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
});

test('without live updates the workspace polls, for what is waiting and what is written @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const ida = await knownPatient(clinic, 'Ida');
  const device = await patientOf(clinic, ida);
  await page.routeWebSocket(/\/realtime\/v1\//, () => {});
  await joinTeam(page, clinic, 'coach');
  await page.getByRole('button', { name: /^All/ }).click();
  await device.writes('Is the kit on its way?');
  await expect(itemOf(page, ida)).toBeVisible({ timeout: 90_000 });
  await openItem(page, ida);
  const talk = page.getByRole('list', { name: 'Conversation' });
  await expect(talk.getByText('Is the kit on its way?')).toBeVisible();
  await device.writes('I am at home all week.');
  await expect(talk.getByText('I am at home all week.')).toBeVisible({ timeout: 60_000 });
});

test('a coach begins a conversation with a PDF; a picture comes back, and a ‘Thank you!’ needs no reply', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const lena = await knownPatient(clinic, 'Lena');
  await joinTeam(page, clinic, 'coach');
  await openRecord(page, lena);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByLabel('Topic').selectOption('The kit');
  await page.getByLabel('Message', { exact: true }).fill('This is how it is used.');
  const guide = { name: 'guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) };
  await page.getByLabel(/^Add files/).setInputFiles(guide);
  await expect(page.getByText('guide.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(`Sent to ${lena.name}`)).toBeVisible();
  const talk = page.getByRole('list', { name: 'Conversation' });
  await expect(talk.getByText('This is how it is used.')).toBeVisible();

  const own = await browser.newContext({ baseURL: clinic.url });
  const portal = await own.newPage();
  await signIn(portal, clinic, lena.email);
  await portal.goto('/messages');
  const log = portal.getByRole('log');
  await expect(log.getByText('Noa Lind')).toBeVisible();
  const saved = portal.waitForEvent('download');
  await log.getByRole('button', { name: 'Download PDF 1' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  await expect(log.locator('img, iframe, embed, object')).toHaveCount(0);
  await portal
    .getByLabel('Add pictures')
    .setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: PNG });
  await portal.getByLabel('Your message').fill('Is this the right one?');
  await portal.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(log.getByText('Is this the right one?')).toBeVisible();

  // Live, and from bytes in memory.
  await expect(talk.getByText('Is this the right one?')).toBeVisible();
  const picture = talk.getByRole('button', { name: 'Enlarge picture 1' });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture.getByRole('img')).toHaveAttribute('src', /^blob:/);
  await picture.click();
  const large = page.getByRole('dialog', { name: 'Picture 1' });
  await expect(large.getByRole('img')).toBeVisible();
  await large.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Your reply').fill('Yes, it is.');
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect(log.getByText('Yes, it is.')).toBeVisible();

  await portal.getByLabel('Your message').fill('Thank you!');
  await portal.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(talk.getByText('Thank you!')).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Messages: The kit' });
  await panel.getByRole('button', { name: 'No reply needed' }).click();
  await expect(panel.getByText(/^No reply needed: Noa Lind, /)).toBeVisible();
  const waiting = () => clinic.sql('select from private.waiting_messages($1)', [lena.id]);
  expect(await waiting()).toEqual([]);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('button', { name: 'No reply needed' })).toBeVisible();
  expect(await waiting()).toHaveLength(1);
  await own.close();
});

/** So much of the time until a reply is due is over. */
const passes = (clinic: Clinic, { id }: Known, share: number) =>
  clinic.sql(
    `do $$ begin
       alter table public.messages disable trigger is_append_only;
       update public.messages set created_at = now() - (due_at - created_at) * ${share}, due_at = now() + (due_at - created_at) * (1 - ${share})
         where user_id = '${id}' and due_at is not null;
       alter table public.messages enable trigger is_append_only;
     end $$`,
  );
const rowFor = (page: Page, { name }: Known) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: name });

test('a conversation returns to the coach who replied, and then is everyone’s, on two screens @long', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const kim = await knownPatient(clinic, 'Kim');
  const away = await inviteToTeam(clinic, 'coach', { name: 'Imani Brooks' });
  await assignTo(clinic, kim, away.email);
  const device = await patientOf(clinic, kim);
  await joinTeam(page, clinic, 'coach');
  const other = await browser.newContext({ baseURL: clinic.url });
  const second = await other.newPage();
  await joinTeam(second, clinic, 'coach');
  await page.goto('/team/messages');
  await second.goto('/team/messages');
  await device.writes('Is it here yet?');
  await passes(clinic, kim, 0.6);
  // The list asks again twice a minute, also if nothing is told live.
  for (const screen of [page, second]) await expect(rowFor(screen, kim)).toBeVisible({ timeout: 60_000 });

  await rowFor(page, kim).getByRole('link').click();
  await page.getByLabel('Your reply').fill('It comes tomorrow.');
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect(rowFor(page, kim)).toHaveCount(0);
  await expect(rowFor(second, kim)).toHaveCount(0, { timeout: 60_000 });

  await device.writes('And at what time?');
  await expect(rowFor(page, kim)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Mine' }).click();
  await expect(rowFor(page, kim)).toBeVisible();
  await second.reload();
  await expect(second.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(second.getByText('Loading conversations...')).toHaveCount(0);
  await expect(rowFor(second, kim)).toHaveCount(0);

  await passes(clinic, kim, 0.6);
  await expect(rowFor(second, kim)).toBeVisible({ timeout: 60_000 });
  await second.getByRole('button', { name: 'Mine' }).click();
  await expect(second.getByText('Loading conversations...')).toHaveCount(0);
  await expect(rowFor(second, kim)).toHaveCount(0);
  await other.close();
});

test('the list of conversations is live, on a phone and in the dark @long', async ({ page, clinic }) => {
  test.slow();
  const [una, vera] = [await knownPatient(clinic, 'Una'), await knownPatient(clinic, 'Vera')];
  const [first, then] = [await patientOf(clinic, una), await patientOf(clinic, vera)];
  await first.writes('Where do I read the test?');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await joinTeam(page, clinic, 'coach');
  await page.goto('/team/messages');
  await expect(rowFor(page, una)).toContainText('Unread');
  await then.writes('May I swim?');
  await expect(rowFor(page, vera)).toContainText('May I swim?');
  await expectAccessible(page);
  expect(await smallScreenProblems(page)).toEqual([]);
  await rowFor(page, vera).getByRole('link').click();
  const sheet = page.getByRole('dialog', { name: 'Messages: The kit' });
  await expect(sheet.getByRole('list', { name: 'Conversation' }).getByText('May I swim?')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Open record' })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(rowFor(page, vera)).not.toContainText('Unread');
});
