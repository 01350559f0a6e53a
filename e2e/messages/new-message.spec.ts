import { expectAccessible, smallScreenProblems } from '../support/accessibility-checks.ts';
import { enterCode, expect, signIn, test } from '../support/fixtures.ts';
import { answer, began } from '../support/message-steps.ts';
import { knownPatient } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

test('a reply appears on Home, links to its conversation past a draft, and disappears once read @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await began(clinic, email, 'The kit', 'When will it arrive?');
  await began(clinic, email, 'My treatment', 'Is this right?', 1);
  await signIn(page, clinic, email);
  await page.goto('/messages');
  await page.getByLabel('My treatment').check();
  await page.getByLabel('Your message').fill('And one more thing');
  await page.goto('/home');
  const news = page.getByRole('link', { name: 'New message from Marisol' });
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(news).toHaveCount(0);
  await answer(clinic, email, 'The kit', 'Tomorrow before noon.');
  await expect(news).toBeVisible();
  await expectAccessible(page);
  expect(await smallScreenProblems(page)).toEqual([]);
  await news.click();
  await expect(page.getByRole('log').getByText('Tomorrow before noon.')).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(news).toHaveCount(0);
});

test('the email about a reply reveals nothing, and its link opens the conversation after sign-in', async ({
  page,
  clinic,
  browser,
}) => {
  const ada = await knownPatient(clinic, 'Ada');
  await began(clinic, ada.email, 'The kit', 'When will it arrive?');
  const desk = await browser.newContext({ baseURL: clinic.url });
  const team = await desk.newPage();
  await joinTeam(team, clinic, 'clinician');
  await team.goto(`/team/patients/${ada.id}`);
  await team.getByRole('button', { name: /^Open conversation/ }).click();
  await team.getByLabel('Your reply').fill('Tomorrow before noon.');
  await team.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    team.getByRole('list', { name: 'Conversation' }).getByText('Tomorrow before noon.'),
  ).toBeVisible();
  await desk.close();

  const notice = async () =>
    (await clinic.mail(ada.email)).find(({ subject }) => subject === 'Béa: you have a new message.');
  await expect.poll(notice).toBeDefined();
  const { text, html } = (await notice())!;
  expect(text + html).not.toMatch(/noon|kit|Noa|Ada/);
  await page.goto(/https?:\S+/.exec(text)![0]);
  await expect(page).toHaveURL('/auth');
  await enterCode(page, clinic, ada.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(page.getByRole('log').getByText('Tomorrow before noon.')).toBeVisible();
});
