import { inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { LATER } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

test('each part that does not load says so once, in its own words @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  let broken = '';
  const front = await inFrontOf(clinic.url, ({ url, method }, response) => {
    if (!broken || !`${method} ${url}`.startsWith(broken)) return false;
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"No"}');
    return true;
  });
  await signIn(page, { ...clinic, url: front.url }, email);
  const failures = [
    ['/home', 'GET /rest/v1/customers', 'Failed to load customer information. Please try again later.'],
    ['/home', 'GET /rest/v1/completed_phases', 'Failed to load current phase'],
    [
      '/home',
      'GET /functions/v1/fetch-scheduled-appointments',
      'Failed to load upcoming calls. Please try again later.',
    ],
    ['/overview', 'GET /rest/v1/completed_phases', 'Failed to load progress'],
    ['/overview', 'GET /rest/v1/customers', 'Failed to load customer information. Please try again later.'],
  ] as const;
  for (const [path, call, words] of failures) {
    broken = call;
    await page.goto(front.url + path);
    await expectToast(page, 'Error', words);
    // A patient without a loaded record may be pregnant, so no plan is better than the wrong one.
    if (call.includes('customers')) await expect(page.getByText('Your plan did not load')).toBeVisible();
  }
  broken = '';
  await page.goto(`${front.url}/overview?phase=welcome`);
  broken = 'POST /rest/v1/completed_phases';
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as complete' }).click();
  await expectToast(page, 'Error', 'Failed to update progress');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Mark as complete' })).toBeEnabled();
  await front.close();
});

test('Home requests everything at once, as soon as it knows who is signed in @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient());
  await expect(page.getByText("You don't have any upcoming calls.")).toBeVisible();
  const asked: string[] = [];
  let answer = () => {};
  const allAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // Nothing is answered until everything was requested, so a request that depends on another would wait
  // forever.
  await page.route(/\/(rest|functions)\/v1\//, async (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').at(-1)!);
    await allAsked;
    await route.continue();
  });
  await page.reload();
  const everything = [
    'completed_phases',
    'customers',
    'fetch-scheduled-appointments',
    'outcome_events',
    'own_cycle',
    'own_journey_facts',
    'test_results',
  ];
  await expect.poll(() => asked.toSorted()).toEqual(everything);
  answer();
  await expect(page.getByText("You don't have any upcoming calls.")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect(asked.filter((question) => !LATER.test(question)).toSorted(), 'and for nothing twice').toEqual(
    everything,
  );
});
