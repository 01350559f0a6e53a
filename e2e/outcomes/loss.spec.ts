import { expectAccessible } from '../support/accessibility-checks.ts';
import { addAppointmentType, bookTomorrow } from '../support/appointment-types.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { press } from '../support/logging-steps.ts';
import { eventsOf, follow, logPregnancyTest, stateOf } from '../support/outcome-steps.ts';
import { ALONE, openWhole, PAGES, someOf } from '../support/routes.ts';

test('something has changed: a patient reports that a pregnancy has ended, and pages no longer mention tests @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await logPregnancyTest(page, 'Positive');
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'Your pregnancy' })).toContainText('Congratulations');
  await follow(page, 'Something has changed');
  await expectAccessible(page);
  await follow(page, 'My pregnancy has ended');
  await expect(page.getByRole('heading', { name: 'We are so sorry.' })).toBeVisible();
  await expect(page.getByText('Get emergency help if you have')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'My pregnancy has ended');
  await expect(
    page.getByText(
      /^Your coach and your clinician (?:know|will read this when the clinic opens)\. .+ will be in touch by/,
    ),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'We are so sorry.' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Book a call' })).toBeVisible();
  await expectAccessible(page);
  expect(await stateOf(clinic, email)).toEqual({ status: 'Paused', state: 'after-loss' });

  await press(page, 'Go to Home');
  const card = page.getByRole('region', { name: 'We are so sorry.' });
  await expect(card).toContainText(
    /Your coach and your clinician (?:know|will read this when the clinic opens)\. .+ will be in touch by \d+:\d\d [ap]m Eastern Time (?:today|tomorrow)\./,
  );
  await expect(
    page.getByRole('main').getByRole('region').first(),
    'it is the first on Home',
  ).toHaveAccessibleName('We are so sorry.');
  await expect(card.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
  const signs = card.getByText('bleeding that soaks a pad in an hour, or large clots');
  await expect(signs).toBeHidden();
  await card.getByText('When to get help right away').click();
  await expect(signs).toBeVisible();
  await expectAccessible(page);
  await card.getByText('When to get help right away').click();
  const sentences = (await page.getByRole('main').innerText())
    .split(/(?<=[.?!])\s|\n/)
    .filter((words) => /^.{15,}[.?!]$/.test(words));
  expect(sentences, 'each sentence once').toEqual([...new Set(sentences)]);
  const results = page.getByRole('region', { name: 'Test Results' });
  await expect(results.getByText("You don't have any logged results")).toBeVisible();
  await expect(results.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'To Do' })).toHaveCount(0);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Log test result' }),
    'it is there, and does not ask',
  ).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expectAccessible(page);
  await page.goto('/account');
  const hide = page.getByRole('switch', { name: 'Hide pregnancy test results' });
  await expect(hide).toBeChecked();
  await expect(page.getByText('Your pregnancy test results are hidden.')).toBeVisible();
  await hide.uncheck();
  await expect(results.getByRole('row', { name: /Pregnancy.*Positive/ })).toBeVisible();
  await page.reload();
  await expect(hide, 'the patient’s own choice stays').not.toBeChecked();
});

test('two weeks after a loss the coach checks in, and there is something to read @phone @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, 'loss@example.com');
  await page.goto('/home');
  const card = page.getByRole('region', { name: 'We are so sorry.' });
  // By the hour, domain/care-state/loss.test.ts says which.
  await expect(card).toContainText(
    /will be in touch by .+ to ask how you’re doing|If you haven’t heard from us yet, please call or write/,
  );
  await card.getByRole('link', { name: 'Something to read' }).click();
  for (const name of ['After a loss', 'Grief in its own time'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.goto('/learn');
  const shelf = page.getByRole('main').getByRole('link');
  await expect(shelf.first(), 'what is for now comes first').toHaveText('Hard days');
  await expect(page.getByRole('link', { name: 'Read more' }), 'nothing else is put forward').toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Upcoming event' })).toHaveCount(0);
  await shelf.first().click();
  await expect(page.getByRole('heading', { name: 'After a loss' })).toBeVisible();
  await page.goto('/learn/articles/after-a-loss');
  await expect(page.getByRole('heading', { name: 'Your body' })).toBeVisible();
});

test('after the care team has talked to the patient, Home promises no further contact', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await logPregnancyTest(page, 'Positive');
  await page.goto('/pregnancy-has-ended');
  await press(page, 'My pregnancy has ended');
  await press(page, 'Go to Home');
  const card = page.getByRole('region', { name: 'We are so sorry.' });
  await expect(card).toContainText('will be in touch by');
  await clinic.sql(
    `insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, direction, result)
     select user_id, 'phone', 'Called.', gen_random_uuid(), 'Noa Lind', 'clinician', 'outgoing', 'spoke'
     from public.customers where customer_email = $1`,
    [email],
  );
  await page.reload();
  await expect(card).toContainText('Your coach and your clinician know.');
  await expect(card).not.toContainText(/in touch by|haven’t heard/);
});

test('a loss reported by mistake is undone on Home after a question, and everything is restored @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await logPregnancyTest(page, 'Positive');
  await page.goto('/pregnancy-has-ended');
  await press(page, 'My pregnancy has ended');
  await press(page, 'Go to Home');
  await press(page, 'Take it back');
  const question = page.getByRole('dialog', { name: 'Did you report this by mistake?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'No, keep it as it is' }).click();
  await expect(question).toBeHidden();
  expect(await eventsOf(clinic, email)).toMatchObject([{ kind: 'loss', withdrawn: false }]);
  await press(page, 'Take it back');
  await question.getByRole('button', { name: 'Yes, undo it' }).click();
  await expectToast(page, 'Your plan is back to where it was.', '');
  await expect(page.getByRole('region', { name: 'Your pregnancy' })).toBeVisible();
  expect(await eventsOf(clinic, email)).toMatchObject([{ kind: 'loss', withdrawn: true }]);
  await page.goto('/account');
  await expect(page.getByRole('switch', { name: 'Hide pregnancy test results' })).not.toBeChecked();
});

test('a test after a loss congratulates no one @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await clinic.sql(
    `with positive as (
       insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on, created_at)
       select user_id, 'PREGNANCY', 'positive', 1, now() - interval '30 days', current_date - 30, now() - interval '30 days'
       from public.customers where customer_email = $1)
     insert into public.outcome_events (user_id, kind, day, cycle, created_at)
     select user_id, 'loss', current_date - 15, 1, now() - interval '15 days' from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await logPregnancyTest(page, 'Positive');
  await expect(page.getByRole('heading', { name: 'Thank you for telling us' })).toBeFocused();
  await expect(page.getByText('tests can stay positive for a while')).toBeVisible();
  await expect(page.getByText('Congratulations')).toHaveCount(0);
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'We are so sorry.' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today' }), 'as the page of the test says').toContainText(
    'Please talk to your clinician, today if you can.',
  );
});

/** Words that hurt or ask for something. None may be on any page of a patient who lost a pregnancy. */
const FORBIDDEN =
  /congratulat|at least|try again|keep going|great!|your pregnancy(?! test| has ended)|all your assigned tasks|log your first|over 7 days ago|success|baby|second chance|next time|start testing|days of your applicators|mark as complete|test again|hoping for|plan is kept/i;

/** These pages are about the cap itself, and My Coach has frequent questions. */
const ABOUT_THE_CAP = /support|applicator|treatment-day|your-kit|safety-check|onboarding|overview|privacy/;

test('after a loss, no page congratulates, counts or asks', async ({ page, clinic }) => {
  test.slow();
  await signIn(page, clinic, 'loss@example.com');
  const found: string[] = [];
  for (const path of someOf([...PAGES.map((each) => each.path), ...ALONE, ...OPENED], 3)) {
    await openWhole(page, path);
    const words = await page.locator('body').innerText();
    const [hit] = FORBIDDEN.exec(words) ?? (ABOUT_THE_CAP.test(path) ? [] : (/\bcap\b/i.exec(words) ?? []));
    if (hit) found.push(`${path}: ${hit}`);
  }
  expect(found).toEqual([]);
  // Urgent signs don't mention a cap, because none is in.
  const help = page.getByRole('region', { name: 'Get help now' });
  await page.goto('/messages');
  await page.getByLabel('Your message').fill('I have a fever.');
  await expect(help).toContainText('do not wait for a reply here');
  await expect(help).not.toContainText(/\bcap\b/);
  await page.goto('/feeling');
  await page.getByLabel('Fainting').check();
  await expect(help).toContainText('needs urgent medical help');
  await expect(help).not.toContainText(/\bcap\b/);
});

test('after a loss, no email congratulates, counts or asks @long', async ({ page, clinic }) => {
  const email = 'loss@example.com';
  const { slug, name } = await addAppointmentType(clinic);
  const mails = () => clinic.mail(email);
  const newest = async () => (await mails())[0]?.subject;
  await signIn(page, clinic, email);
  // A treatment reminder that was already waiting.
  const [reminder] = await clinic.sql(
    `insert into public.outbox (key, channel, recipient, subject, body_text, purpose, user_id)
     select gen_random_uuid(), 'email', customer_email, 'Time to test', 'Log your first test.', 'treatment_reminder', user_id
     from public.customers where customer_email = $1 returning id`,
    [email],
  );
  await bookTomorrow(page, slug);
  await expect.poll(newest).toBe('Your call is booked');
  await press(page, `Cancel call: ${name}`);
  await page
    .getByRole('dialog', { name: 'Cancel this call?' })
    .getByRole('button', { name: 'Cancel call' })
    .click();
  await expectToast(page, 'Success', 'Call canceled.');
  await expect.poll(newest).toBe('Your call is canceled');
  const reminded = () =>
    clinic.sql(
      'select sent_at is not null as sent, dropped_at is not null as dropped from public.outbox where id = $1',
      [reminder!['id']],
    );
  await expect.poll(reminded).toEqual([{ sent: false, dropped: true }]);
  const sent = await mails();
  expect(sent.map(({ subject }) => subject)).not.toContain('Time to test');
  for (const { subject, text, html, attachments } of sent) {
    const words = [subject, text, html, ...attachments.map(({ content }) => content)].join('\n');
    expect(words).not.toMatch(FORBIDDEN);
  }
});

/** Completed phases, and the places Home would lead to. */
const OPENED = [
  '/overview?phase=testing&cycle=1',
  '/overview?phase=ovulation&cycle=2',
  '/learn?collection=waiting-and-testing',
];
