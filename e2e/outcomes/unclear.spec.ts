import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { press, resultsOf } from '../support/logging-steps.ts';
import { follow, logPregnancyTest, stateOf } from '../support/outcome-steps.ts';
import { knownPatient } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

test('a test that is hard to read is stored as unclear and gets its own words @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await signIn(page, clinic, email);
  await page.goto('/log-result/pregnancy');
  await expect(page.getByRole('radio')).toHaveCount(3);
  await logPregnancyTest(page, "I'm not sure what it shows");
  await expect(page.getByRole('heading', { name: 'It can be hard to tell' })).toBeFocused();
  await expect(page.getByText('test again in a few days, with a new test')).toBeVisible();
  await expect(page.getByText('Tell your care team if something hurts or worries you')).toBeVisible();
  await expect(page.getByRole('link', { name: 'How are you feeling?' })).toBeVisible();
  await expectAccessible(page);
  expect(await resultsOf(clinic, email)).toMatchObject([{ result: 'unclear' }]);
  expect(await stateOf(clinic, email)).toEqual({ status: 'Active', state: 'unsure' });

  await page.goto('/home');
  const card = page.getByRole('region', { name: 'It’s okay not to be sure' });
  await expect(card.getByRole('link', { name: 'Something has changed' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'To Do' })).toHaveCount(0);
  await expectAccessible(page);
  await follow(page, 'About an unclear result');
  await expect(page.getByRole('heading', { name: 'It can be hard to tell' })).toBeVisible();
  await expectAccessible(page);
  await logPregnancyTest(page, 'Negative');
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
});

test('contradictory tests lead to the clinician @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await logPregnancyTest(page, 'Positive');
  await logPregnancyTest(page, "I'm not sure what it shows");
  await expect(page.getByRole('heading', { name: 'Let’s look at this together' })).toBeFocused();
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'Let’s look at this together' })).toBeVisible();
  await page.goto('/unclear-result');
  await expect(page.getByRole('heading', { name: 'It can be hard to tell' })).toBeVisible();
  await expect(page.getByText('test again'), 'the clinician answers now').toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/support');
  await expect(page.getByRole('link', { name: 'Something has changed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pause my treatment' })).toHaveCount(0);
  await follow(page, 'Something has changed');
  await follow(page, 'How are you feeling?');
  await page.goto('/pause');
  await expect(page.getByText('There’s no treatment to pause right now.')).toBeVisible();
});

test('a positive logged by mistake is undone, and the plan is restored @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await signIn(page, clinic, email);
  const before = await completedBy(email);
  await logPregnancyTest(page, 'Positive');
  await page.goto('/something-has-changed');
  await follow(page, 'I logged it by mistake');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Take it back: Positive/ }).click();
  await page
    .getByRole('dialog', { name: 'Did you report this by mistake?' })
    .getByRole('button', { name: 'Yes, undo it' })
    .click();
  await expect(page.getByRole('heading', { name: 'Your plan is back to where it was.' })).toBeFocused();
  expect(await stateOf(clinic, email)).toEqual({ status: 'Active', state: 'treatment' });
  expect(await completedBy(email)).toEqual(before);
  await press(page, 'Go to Home');
  await expect(page.getByRole('main').getByText('Wait, then test')).toBeVisible();
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();

  async function completedBy(address: string) {
    return clinic.sql(
      `select phase_id, cycle_number from public.completed_phases join public.customers using (user_id)
       where customer_email = $1 order by cycle_number nulls first, phase_id`,
      [address],
    );
  }
});

test('the coach gets an item for a test that is hard to read, and a clear test ends it @long', async ({
  page,
  browser,
  clinic,
}) => {
  const robin = await knownPatient(clinic, 'Robin');
  await loadTo(clinic, robin.email, 'testing', 1);
  const team = await browser.newContext({ baseURL: clinic.url });
  const desk = await team.newPage();
  await joinTeam(desk, clinic, 'coach');
  const item = desk.getByRole('listitem').filter({ hasText: robin.name }).filter({ hasText: 'Unclear test' });
  await signIn(page, clinic, robin.email);
  await logPregnancyTest(page, "I'm not sure what it shows");
  await expect(item).toContainText('A pregnancy test was hard to read.');
  await logPregnancyTest(page, 'Negative');
  await expect(item).toHaveCount(0);
  await team.close();
});
