import { expect, signIn, test } from '../support/fixtures.ts';
import { press } from '../support/logging-steps.ts';
import { logPregnancyTest } from '../support/outcome-steps.ts';
import { itemOf, knownPatient } from '../support/patient-steps.ts';
import { logTimer } from '../support/safety-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

/** As a phone's field for a time takes it. */
const clockMinutesAgo = (minutes: number) =>
  new Date(Date.now() - minutes * 60_000).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'America/New_York',
  });

test('words of self-harm, a hard time and a loss are on the coach’s Today as soon as a patient reports them', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const [ada, robin, sam] = [
    await knownPatient(clinic, 'Ada'),
    await knownPatient(clinic, 'Robin'),
    await knownPatient(clinic, 'Sam'),
  ];
  const team = await browser.newContext({ baseURL: clinic.url });
  const desk = await team.newPage();
  await joinTeam(desk, clinic, 'coach');

  await signIn(page, clinic, ada.email);
  await page.goto('/messages');
  await page.getByLabel('Something else').check();
  await page.getByLabel('Your message').fill('I want to die');
  await press(page, 'I want someone to call me');
  await expect(itemOf(desk, ada, 'Asks for a call now').getByText('Urgent', { exact: true })).toBeVisible();
  await press(page, 'Send');
  await expect(itemOf(desk, ada, 'Self-harm mentioned').getByText('Urgent', { exact: true })).toBeVisible();

  await signIn(page, clinic, robin.email);
  await page.goto('/feeling');
  await page.getByLabel("I'm having a hard time").check();
  await press(page, 'Send');
  await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible();
  await expect(itemOf(desk, robin, 'Having a hard time')).toContainText(
    'would like to hear from their coach',
  );

  await signIn(page, clinic, sam.email);
  await logPregnancyTest(page, 'Positive');
  await page.goto('/pregnancy-has-ended');
  await press(page, 'My pregnancy has ended');
  await expect(page.getByText(/ will be in touch by /)).toBeVisible();
  await expect(itemOf(desk, sam, 'Contact after a loss')).toContainText(
    'We told the patient when someone will be in touch.',
  );
  await team.close();
});

test('a cap timer that was reset and entered again with its true time is on the coach’s Today', async ({
  page,
  browser,
  clinic,
}) => {
  const robin = await knownPatient(clinic, 'Robin');
  await logTimer(clinic, robin.email, 'cap-in', 60);
  const team = await browser.newContext({ baseURL: clinic.url });
  const desk = await team.newPage();
  await joinTeam(desk, clinic, 'coach');
  const item = itemOf(desk, robin, 'Cap in too long');
  await expect(item).toHaveCount(0);

  await signIn(page, clinic, robin.email);
  await page.goto('/treatment-day');
  const cap = page.getByRole('region', { name: 'Cap in place' });
  await press(page, 'Reset the cap timer');
  await press(page, 'Reset');
  await cap.getByRole('button', { name: 'It went in at …' }).click();
  await cap.getByLabel('When did the cap go in?').fill(clockMinutesAgo(330));
  await cap.getByRole('button', { name: 'Save the time' }).click();
  await expect(cap.getByRole('alert')).toContainText('Get urgent medical help now');
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(
    'Your cap has been in for over 5 hours.',
  );
  await desk.reload();
  await expect(item).toContainText('A cap has been in for over 5 hours.');
  await expect(item.getByText('Urgent', { exact: true })).toBeVisible();
  await team.close();
});

test('two and six weeks after a loss the coach is asked to check in, and Home says so', async ({
  page,
  browser,
  clinic,
}) => {
  const team = await browser.newContext({ baseURL: clinic.url });
  const desk = await team.newPage();
  const lost = async (first: string, daysAgo: number) => {
    const patient = await knownPatient(clinic, first);
    await clinic.sql(
      `insert into public.outcome_events (user_id, kind, day, cycle, created_at)
       values ($1, 'loss', current_date - $2::int, 1, now() - $2::int * interval '1 day')`,
      [patient.id, daysAgo],
    );
    return patient;
  };
  const [ada, robin] = [await lost('Ada', 14), await lost('Robin', 42)];
  await joinTeam(desk, clinic, 'coach');
  for (const [patient, weeks] of [
    [ada, 'two'],
    [robin, 'six'],
  ] as const) {
    await expect(
      desk
        .getByRole('listitem')
        .filter({ hasText: patient.name })
        .filter({ hasText: new RegExp(`${weeks} weeks since the loss. Check in`) }),
    ).toBeVisible();
    await signIn(page, clinic, patient.email);
    await expect(page.getByRole('region', { name: 'We are so sorry.' })).toContainText(
      /will be in touch by .+ to ask how you’re doing\. You don’t have to answer\./,
    );
  }
  await team.close();
});
