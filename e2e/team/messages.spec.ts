import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, smallScreenProblems } from '../support/accessibility-checks.ts';
import { expect, test, type Clinic } from '../support/fixtures.ts';
import { knownPatient, type Known } from '../support/patient-steps.ts';
import { sessionOf } from '../support/session-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

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
