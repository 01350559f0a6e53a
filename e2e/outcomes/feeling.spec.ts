import type { Browser } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, openClinic, signIn, test, type Clinic } from '../support/fixtures.ts';
import { press } from '../support/logging-steps.ts';
import { follow } from '../support/outcome-steps.ts';
import { knownPatient } from '../support/patient-steps.ts';
import { kept } from '../support/routes.ts';
import { joinTeam } from '../support/team-steps.ts';

test.use({ serviceWorkers: 'allow' });

const reportsOf = (clinic: Clinic, email: string) =>
  clinic.sql(
    `select signs, strength, words, urgent from public.symptom_reports join public.customers using (user_id)
     where customer_email = $1`,
    [email],
  );

/** On a device in a zone where it is this hour now. */
async function pageAt(hour: number, browser: Browser) {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  const timezoneId = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  const context = await browser.newContext({ timezoneId, reducedMotion: 'reduce' });
  return { context, page: await context.newPage(), timezoneId };
}

test('the team learns how a patient feels, and every place that should asks for it @phone', async ({
  browser,
}) => {
  const { page, context, timezoneId } = await pageAt(10, browser);
  const clinic = await openClinic({ CLINIC_TIME_ZONE: timezoneId });
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  for (const path of ['/support', '/treatment-day']) {
    await page.goto(`${clinic.url}${path}`);
    await follow(page, 'How are you feeling?');
    await expect(page).toHaveURL(`${clinic.url}/feeling`);
  }
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  await expect(page.getByText('Your care team won’t see this')).toHaveCount(0);
  await press(page, 'Send');
  await expect(page.getByText('Please select at least one symptom.')).toBeVisible();
  await expect(page.getByText('Please select how bad it is.')).toBeVisible();
  const help = page.getByRole('region', { name: 'Get help now' });
  await page.getByLabel('Bleeding').check();
  await page.getByRole('group', { name: 'How bad is it?' }).getByLabel('Mild').check();
  await expect(help).toHaveCount(0);
  await page.getByLabel('In your words').fill('A little, since this morning.');
  await expectAccessible(page);
  await press(page, 'Send');
  await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeFocused();
  await expect(page.getByText('Get emergency help if you have')).toBeVisible();
  expect(await reportsOf(clinic, email)).toEqual([
    { signs: ['bleeding'], strength: 'mild', words: 'A little, since this morning.', urgent: false },
  ]);
  await context.close();
  await clinic.remove();
});

test('a patient having a hard time finds their coach, a call, reading and people who listen @phone @long', async ({
  browser,
  clinic,
}) => {
  const { page, context } = await pageAt(10, browser);
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto(`${clinic.url}/feeling`);
  const answers = page.getByRole('group', { name: 'What are your symptoms?' }).getByRole('checkbox');
  await expect(answers.first()).toHaveAccessibleName("I'm having a hard time");
  await answers.first().check();
  const support = page.getByRole('region', { name: 'You don’t have to carry this alone' });
  await expect(support).toContainText(
    /^You don’t have to carry this aloneSend this, and .+ will be in touch today\./,
  );
  for (const name of ['Book a call', 'Send a message', 'Something to read'])
    await expect(support.getByRole('link', { name })).toBeVisible();
  const lines = support.getByRole('region', { name: 'People who listen' });
  for (const [name, href] of [
    ['Call 988', 'tel:988'],
    ['Text 988', 'sms:988'],
    ['Call 866-668-2566', 'tel:8666682566'],
    ['Call 800-944-4773', 'tel:8009444773'],
  ] as const)
    await expect(lines.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  await expect(page.getByRole('group', { name: 'How bad is it?' })).toHaveCount(0);
  await page.getByLabel('In your words').fill('The waiting is too much.');
  await expectAccessible(page);
  await press(page, 'Send');
  await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible();
  await expect(support).toContainText('will be in touch today.');
  expect(await reportsOf(clinic, email)).toEqual([]);
  expect(
    await clinic.sql(
      `select concern, text from public.messages join public.customers using (user_id) where customer_email = $1`,
      [email],
    ),
  ).toEqual([{ concern: 'hard-time', text: "I'm having a hard time.\n\nThe waiting is too much." }]);
  await support.getByRole('link', { name: 'Something to read' }).click();
  await expect(page.getByRole('heading', { name: 'Hard days' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'When it’s a lot' })).toBeVisible();
  await page.goto(`${clinic.url}/home`);
  await expect(
    page.getByText(/^You let us know that you’re having a hard time\. .+ will be in touch by/),
  ).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

test('an urgent sign shows right away who to call, sent or not, and at night that no one reads yet', async ({
  browser,
}) => {
  const { page, context, timezoneId } = await pageAt(3, browser);
  const clinic = await openClinic({
    EMERGENCY_NUMBER: '112',
    CLINIC_PHONE: '+1 555 0100',
    CLINIC_TIME_ZONE: timezoneId,
  });
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto(`${clinic.url}/feeling`);
  await expect(page.getByText('Your care team won’t see this before 8am.')).toBeVisible();
  const help = page.getByRole('region', { name: 'Get help now' });
  await page.getByLabel('Pain').check();
  await expect(help).toHaveCount(0);
  await page.getByRole('group', { name: 'How bad is it?' }).getByLabel('Severe').check();
  await expect(help).toContainText('Call 112 now');
  await expect(help.getByRole('link', { name: 'Call 112' })).toHaveAttribute('href', 'tel:112');
  await page.getByLabel('Pain').uncheck();
  await expect(help).toHaveCount(0);
  await page.getByLabel('Fainting').check();
  await expect(help).toBeInViewport();
  await expectAccessible(page);
  await press(page, 'Send');
  await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible();
  await expect(help).toBeVisible();
  await expect(page.getByText('Your care team won’t see this before 8am.')).toBeVisible();
  expect(await reportsOf(clinic, email)).toMatchObject([{ signs: ['fainting'], urgent: true }]);
  await context.close();
  await clinic.remove();
});

test('urgent words show help to the patient, even if the rest is mild, and reach a clinician', async ({
  page,
  browser,
  clinic,
}) => {
  const { email, name } = await knownPatient(clinic, 'Robin');
  await signIn(page, clinic, email);
  await page.goto(`${clinic.url}/feeling`);
  const help = page.getByRole('region', { name: 'Get help now' });
  const words = page.getByLabel('In your words');
  await page.getByLabel('Pain').check();
  await page.getByRole('group', { name: 'How bad is it?' }).getByLabel('Mild').check();
  await words.fill('A little cramping on and off.');
  await expect(page.getByText('If it gets worse, or you feel very unwell')).toBeVisible();
  await expect(help).toHaveCount(0);
  for (const urgent of [
    'I fainted this morning.',
    'I soaked a pad in an hour.',
    'The tip of my shoulder hurts.',
  ]) {
    await words.fill('');
    await expect(help).toHaveCount(0);
    await words.fill(urgent);
    await expect(help).toBeInViewport({ ratio: 1 });
    await expect(help.getByRole('link', { name: 'Call 911' })).toBeVisible();
  }
  await expectAccessible(page);
  await press(page, 'Send');
  await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible();
  await expect(help).toBeVisible();
  expect(await reportsOf(clinic, email)).toMatchObject([{ strength: 'mild', urgent: true }]);

  const other = await browser.newContext({ baseURL: clinic.url });
  const clinician = await other.newPage();
  await joinTeam(clinician, clinic, 'clinician');
  const items = clinician.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await expect(items.filter({ hasText: name })).toContainText('Urgent symptoms');
  await other.close();
});

test('after words of self-harm the card with 988 comes first, and nothing contradicts it at night @phone', async ({
  browser,
}) => {
  const { page, context, timezoneId } = await pageAt(3, browser);
  const clinic = await openClinic({
    CLINIC_TIME_ZONE: timezoneId,
    EMERGENCY_NUMBER: '911',
    CRISIS_LINE: '988',
  });
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto(`${clinic.url}/feeling`);
  await page.getByLabel("I'm having a hard time").check();
  await page.getByLabel('In your words').fill('I might as well be dead.');
  const card = page.getByRole('region', { name: 'You are not alone' });
  await expect(card).toBeInViewport();
  await press(page, 'Send');
  await expect(card.getByRole('heading', { name: 'You are not alone' })).toBeFocused();
  await expect(card).toBeInViewport({ ratio: 0.6 });
  await expect(page.getByRole('link', { name: /988$/ })).toHaveCount(2);
  await expect(page.getByText('Get emergency help if you have')).toHaveCount(0);
  await expect(page.getByText('If it gets worse')).toHaveCount(0);
  await expect(page.getByText('won’t see this before 8am')).toHaveCount(1);
  await press(page, 'I want someone to call me');
  await expect(
    card.getByText(
      'We have your request. Your care team won’t see this before 8am. Someone will call you after that',
    ),
  ).toBeVisible();
  await expect(page.getByText('Your care team knows')).toHaveCount(0);
  await expect(page.getByText('won’t see this before 8am')).toHaveCount(1);
  await expectAccessible(page);

  await page.goto(`${clinic.url}/messages`);
  await expect(card).toContainText('We have your message, and your care team will read it.');
  await expect(card).toContainText('We have your request.');
  await expect(page.getByText('Your message is marked urgent for your care team.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'I want someone to call me' })).toHaveCount(0);
  await context.close();
  await clinic.remove();
});

test('the first missing answer gets the focus', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/feeling');
  await page.getByLabel('Discharge').check();
  await press(page, 'Send');
  await expect(page.getByText('Please select how bad it is.')).toBeInViewport();
  await expect(page.getByRole('group', { name: 'How bad is it?' }).getByLabel('Mild')).toBeFocused();
});

test('offline it is not kept: it was not sent, and the number to call is shown @long', async ({
  browser,
}) => {
  const { page, context } = await pageAt(3, browser);
  const clinic = await openClinic({ CLINIC_PHONE: '+1 (555) 0100', DUTY_PHONE: '+15550199' });
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto(`${clinic.url}/feeling`);
  await page.getByLabel('Discharge').check();
  await expect(page.getByText('Your care team won’t see this')).toHaveCount(0);
  await page.getByRole('group', { name: 'How bad is it?' }).getByLabel('Moderate').check();
  await kept(page);
  await context.setOffline(true);
  await press(page, 'Send');
  await expect(page.getByRole('alert').getByText('Not sent. Please call.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Not sent.' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: 'Call +1 (555) 0100' })).toHaveAttribute(
    'href',
    'tel:+15550100',
  );
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('waiting'))),
  ).toEqual([]);
  await context.setOffline(false);
  await press(page, 'Send');
  await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible();
  expect(await reportsOf(clinic, email)).toHaveLength(1);
  await context.close();
  await clinic.remove();
});
