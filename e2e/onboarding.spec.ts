import type { Page } from '@playwright/test';
import { answers, inFrontOf, type Break } from './broken-server.ts';
import { expect, expectToast, signIn, test, type Clinic } from './fixtures.ts';

const UNEXPECTED = 'An unexpected error occurred. Please try again.';
const NOT_LOGGED_IN = 'You must be logged in to save your information.';
const TITLES = [
  'What To Expect',
  'Your Treatment Plan',
  'Your Journey at a Glance',
  'How a Cycle Works',
  'Explore the Hub',
  "You're all set",
];

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const box = (page: Page, words: RegExp) => page.getByRole('checkbox', { name: words });
const question = (page: Page, name: string) => page.getByRole('group', { name });

async function giveConsent(page: Page) {
  await box(page, /privacy policy/i).check();
  await box(page, /transcripts/i).check();
  await press(page, 'Accept and Continue');
}

async function walkToTheEnd(page: Page) {
  for (let step = 0; step < TITLES.length; step += 1) await press(page, 'Next');
}

/** Answers everything but what a story is about. */
async function fillIn(page: Page) {
  await page.getByLabel('Your age').fill('34');
  await page.getByLabel('How long trying to conceive').selectOption('1-2 years');
  await page.getByLabel('Average menstrual cycle length').selectOption('21-35 days');
  await question(page, 'Ovulation tests').getByLabel('Sometimes').check();
  await question(page, 'Fertility investigations').getByLabel('No', { exact: true }).check();
  await question(page, 'Infertility diagnosis').getByLabel('PCOS').check();
  await question(page, 'Previous fertility treatments').getByLabel('No previous treatments').check();
  await question(page, 'Family setup').getByLabel('Same-sex couple with sperm donor').check();
}

/** Signs a patient in behind a server that fails in one way from then on. */
async function behind(clinic: Clinic, failure: Break, story: (url: string) => Promise<void>) {
  const broken = await inFrontOf(clinic.url, failure);
  try {
    await story(broken.url);
  } finally {
    await broken.close();
  }
}

const customerOf = async (clinic: Clinic, email: string) =>
  (await clinic.sql('select * from public.customers where customer_email = $1', [email]))[0]!;

test('a new patient goes from the mail through consent and walkthrough to home @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.invite('Noor');
  await signIn(page, clinic, email);
  await expect(page).toHaveURL('/privacy-terms');
  await expect(heading(page, 'Privacy and Data Usage')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(4);
  await expect(page.getByText(/not encrypted/)).toBeVisible();

  await press(page, 'Accept and Continue');
  await expect(page.getByText('You must accept the privacy policy to continue')).toBeVisible();
  await expect(page.getByText('You must consent to data usage to continue')).toBeVisible();
  await expect(box(page, /privacy policy/i)).toBeFocused();
  await box(page, /privacy policy/i).check();
  await press(page, 'Accept and Continue');
  await expect(page.getByText('You must accept the privacy policy to continue')).toBeHidden();
  await expect(box(page, /transcripts/i)).toBeFocused();
  await box(page, /text messages/i).check();
  await giveConsent(page);

  await expect(page).toHaveURL('/onboarding');
  await expect(heading(page, 'Welcome, Noor')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden();
  for (const [index, title] of TITLES.entries()) {
    await press(page, 'Next');
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `Step ${index + 2} of 7` })).toBeAttached();
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
    await expect(page.getByRole('main').getByText(String(index + 2), { exact: true })).toHaveCount(
      index < 5 ? 1 : 0,
    );
  }
  await press(page, 'Continue to Home');
  await expect(page).toHaveURL('/home');
  expect(await customerOf(clinic, email)).toMatchObject({
    privacy_policy_accepted: true,
    data_usage_consent: true,
    research_consent: false,
    sms_consent: true,
    onboarding_completed: true,
  });

  await page.reload();
  await expect(page).toHaveURL('/home');
  await page.goBack();
  await expect(page).not.toHaveURL(/privacy-terms|onboarding|auth/);
});

test('a returning patient goes straight home, and may look at both pages again', async ({ page, clinic }) => {
  const email = await clinic.patient('Alma');
  await clinic.sql('update public.customers set research_consent = true where customer_email = $1', [email]);
  await signIn(page, clinic, email);
  await expect(page).toHaveURL('/home');
  await page.goto('/privacy-terms');
  await expect(box(page, /privacy policy/i)).toBeChecked();
  await expect(box(page, /medical summaries/i)).toBeChecked();
  await expect(box(page, /text messages/i)).not.toBeChecked();
  await page.goto('/onboarding');
  await expect(heading(page, 'Welcome, Alma')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, 'Your Treatment Plan')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page, 'What To Expect')).toBeVisible();
  await press(page, 'Back');
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page, 'Welcome, Alma')).toBeVisible();
});

test('the gate shows nothing of a page before it has decided, and two tabs agree', async ({
  page,
  clinic,
  context,
}) => {
  const email = await clinic.invite('Noor');
  await signIn(page, clinic, email);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const title of document.querySelectorAll('h1')) seen.push(title.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  const seen = () => page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)]);
  for (const path of ['/overview', '/onboarding-questionnaire', '/patient-info', '/account']) {
    await page.goto(path);
    await expect(page).toHaveURL('/privacy-terms');
    await expect(heading(page, 'Privacy and Data Usage')).toBeVisible();
    expect(await seen()).toEqual(['Privacy and Data Usage']);
  }

  const other = await context.newPage();
  await other.goto(`${clinic.url}/home`);
  await expect(other).toHaveURL('/privacy-terms');
  await giveConsent(page);
  await expect(page).toHaveURL('/onboarding');
  await other.goto(`${clinic.url}/overview`);
  await expect(other).toHaveURL('/onboarding');
  await walkToTheEnd(page);
  await press(page, 'Continue to Home');
  await expect(page).toHaveURL('/home');
  await other.reload();
  await walkToTheEnd(other);
  await press(other, 'Continue to Home');
  await expect(other).toHaveURL('/home');
});

test('the privacy policy opens in a new tab, and signed out @phone', async ({ page, clinic, browser }) => {
  await signIn(page, clinic, await clinic.invite());
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  const policy = await opening;
  await expect(policy).toHaveURL('/privacy-policy');
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${clinic.url}/privacy-policy`);
  for (const each of [policy, stranger]) {
    await expect(heading(each, 'Privacy Policy')).toBeVisible();
    await expect(each.getByText('To be reviewed by the clinic.')).toBeVisible();
    await expect(each.getByRole('heading', { name: 'How long we keep it' })).toBeVisible();
  }
  await stranger.context().close();
});

test('consent that cannot be saved says so, stays, and survives a reload', async ({ page, clinic }) => {
  await behind(clinic, answers('/functions/v1/update-privacy-preferences', 500), async (url) => {
    await signIn(page, { ...clinic, url }, await clinic.invite());
    await giveConsent(page);
    await expectToast(page, 'Error', UNEXPECTED);
    await expect(page).toHaveURL(`${url}/privacy-terms`);
    await page.reload();
    await expect(box(page, /transcripts/i)).toBeChecked();
  });
});

test('a walkthrough that cannot be finished says so and stays', async ({ page, clinic }) => {
  const refusesToWrite: Break = (request, response) =>
    request.method === 'PATCH' && answers('/rest/v1/customers', 500)(request, response);
  await behind(clinic, refusesToWrite, async (url) => {
    const email = await clinic.patient('Alma');
    await signIn(page, { ...clinic, url }, email);
    await page.goto(`${url}/onboarding`);
    await walkToTheEnd(page);
    await press(page, 'Continue to Home');
    await expectToast(page, 'Error', UNEXPECTED);
    await expect(heading(page, "You're all set")).toBeVisible();
  });
});

test('without a record the walkthrough tells the patient to log in, and stays', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await clinic.sql('delete from public.customers where customer_email = $1', [email]);
  await page.goto('/onboarding');
  await expect(heading(page, 'Welcome')).toBeVisible();
  await walkToTheEnd(page);
  await press(page, 'Continue to Home');
  await expectToast(page, 'Error', NOT_LOGGED_IN);
  await expect(page).toHaveURL('/onboarding');
});

test('the questionnaire is answered, kept, shown and changed @phone', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/onboarding-questionnaire');
  await expect(heading(page, 'Onboarding Questionnaire')).toBeVisible();
  await expect(
    page.getByText('Please tell us a bit about yourself to help us personalize your experience.'),
  ).toBeVisible();
  await expect(
    page.getByText('Count from the first day of one period to the first day of the next.'),
  ).toBeVisible();
  await expect(page.getByLabel('Please specify')).toHaveCount(0);
  await fillIn(page);
  await page.getByLabel('Average menstrual cycle length').selectOption('Other');
  for (const name of [
    'Ovulation tests',
    'Fertility investigations',
    'Infertility diagnosis',
    'Previous fertility treatments',
    'Family setup',
  ]) {
    await question(page, name).getByLabel('Other', { exact: true }).check();
    await expect(question(page, name).getByLabel('Please specify')).toBeVisible();
  }
  await expect(page.getByLabel('Please specify')).toHaveCount(6);
  await question(page, 'Family setup').getByLabel('Please specify').fill('two mothers');
  await page.reload();
  await expect(page.getByLabel('Your age')).toHaveValue('34');
  await expect(question(page, 'Family setup').getByLabel('Please specify')).toHaveValue('two mothers');

  await press(page, 'Save');
  await expectToast(page, 'Success!', 'Your information has been saved.');
  await expect(page).toHaveURL('/overview');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  const [row] = await clinic.sql(
    `select * from public.onboarding_info join public.customers using (user_id) where customer_email = $1`,
    [email],
  );
  expect(row).toMatchObject({
    user_age: 34,
    partner_age: null,
    menstrual_cycle_length: 'Other',
    menstrual_cycle_length_other: null,
    infertility_diagnosis: ['PCOS', 'Other'],
    family_set_up_other: 'two mothers',
  });

  await page.goto('/patient-info');
  await expect(heading(page, 'Patient Information')).toBeVisible();
  await expect(page.getByText('Other: two mothers')).toBeVisible();
  await expect(page.getByText('Not given')).toHaveCount(2);
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL('/onboarding-questionnaire');
  await expect(page.getByLabel('Your age')).toHaveValue('34');
  await page.getByLabel("Partner's age").fill('41');
  await question(page, 'Family setup').getByLabel('Heterosexual couple', { exact: true }).check();
  await press(page, 'Save');
  await expect(page).toHaveURL('/overview');
  await page.goto('/patient-info');
  await expect(page.getByText('41')).toBeVisible();
  await expect(page.getByText('Other: two mothers')).toBeHidden();
});

test('every wrong answer is named beside its question', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/onboarding-questionnaire');
  const age = page.getByLabel('Your age');
  await expect(age).toBeEnabled();
  await expect(page.getByText('Your age is required')).toBeHidden();
  await press(page, 'Save');
  await expectToast(page, 'Whoops', 'Please enter answers for all questions.');
  await expect(age).toBeFocused();
  for (const words of [
    'Your age is required',
    "Please select how long you've been trying",
    'Please select your cycle length',
    'Please select your family setup',
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page.getByText('Please select an option')).toHaveCount(2);
  await expect(page.getByText('Please select at least one option')).toHaveCount(2);

  await fillIn(page);
  for (const [typed, words] of [
    ['17', 'You must be at least 18 years old'],
    ['101', 'Please enter a valid age'],
  ] as const) {
    await age.fill(typed);
    await expect(page.getByText(words)).toBeVisible();
  }
  await age.fill('');
  await age.pressSequentially('-');
  await expect(page.getByText('Age must be a number')).toBeVisible();
  await age.fill('18');
  const partner = page.getByLabel("Partner's age");
  await partner.fill('17');
  await partner.blur();
  await expect(page.getByText('Partner must be at least 18 years old')).toBeVisible();
  await partner.fill('');

  for (const [name, words] of [
    ['Ovulation tests', 'Please specify your ovulation test usage'],
    ['Fertility investigations', 'Please specify your fertility investigations'],
    ['Infertility diagnosis', 'Please specify your diagnosis'],
    ['Previous fertility treatments', 'Please specify your previous treatments'],
    ['Family setup', 'Please specify your family setup'],
  ] as const) {
    await question(page, name).getByLabel('Other', { exact: true }).check();
    await question(page, name).getByLabel('Please specify').fill('  ');
    await press(page, 'Save');
    await expect(page.getByText(words)).toBeVisible();
    await expect(question(page, name).getByLabel('Please specify')).toBeFocused();
    await question(page, name).getByLabel('Please specify').fill('');
  }
  await press(page, 'Save');
  await expect(page).toHaveURL('/overview');
});

test('answers that cannot be loaded are told apart from a server that is silent', async ({
  page,
  clinic,
}) => {
  let failure = answers('/rest/v1/onboarding_info', 400);
  await behind(
    clinic,
    (request, response) => failure(request, response),
    async (url) => {
      await signIn(page, { ...clinic, url }, await clinic.patient());
      await page.goto(`${url}/onboarding-questionnaire`);
      await expectToast(page, 'Error', 'Failed to load your saved information.');
      await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
      failure = ({ url: path, socket }) => {
        if (!path?.startsWith('/rest/v1/onboarding_info')) return false;
        socket.destroy();
        return true;
      };
      await page.reload();
      await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
      await expectToast(page, 'Error', 'An unexpected error occurred while loading your information.');
    },
  );
});

test('answers that cannot be saved: the database’s own words, or an unexpected error', async ({
  page,
  clinic,
}) => {
  let silent = false;
  const failure: Break = ({ url: path, method, socket }) => {
    if (!silent || method !== 'POST' || !path?.startsWith('/rest/v1/onboarding_info')) return false;
    socket.destroy();
    return true;
  };
  await behind(clinic, failure, async (url) => {
    const email = await clinic.patient();
    await signIn(page, { ...clinic, url }, email);
    await page.goto(`${url}/onboarding-questionnaire`);
    await fillIn(page);
    await clinic.sql(`update public.customers set data_usage_consent = false where customer_email = $1`, [
      email,
    ]);
    await press(page, 'Save');
    await expectToast(page, 'Error', 'new row violates row-level security policy');
    silent = true;
    await press(page, 'Save');
    await expectToast(page, 'Error', UNEXPECTED);
    await expect(page.getByLabel('Your age')).toHaveValue('34');
  });
});

test('a session that ended while answering loses nothing that was written', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/onboarding-questionnaire');
  await fillIn(page);
  await clinic.sql(
    'delete from auth.sessions where user_id = (select user_id from public.customers where customer_email = $1)',
    [email],
  );
  await press(page, 'Save');
  await expectToast(page, 'Error', NOT_LOGGED_IN);
  await expect(page).toHaveURL('/auth');
  // As if it had happened later: an address gets one code a minute.
  await clinic.sql(
    `update portal_server.sign_in_codes set sent_at = now() - interval '1 hour' where email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/onboarding-questionnaire');
  await expect(page.getByLabel('Your age')).toHaveValue('34');
  await expect(question(page, 'Family setup').getByLabel('Same-sex couple with sperm donor')).toBeChecked();
  await press(page, 'Save');
  await expect(page).toHaveURL('/overview');
});
