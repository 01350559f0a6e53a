import { expect, signIn, test } from '../support/fixtures.ts';
import { answered } from '../support/safety-steps.ts';

test.use({ serviceWorkers: 'allow' });

const NOON = new Date('2026-11-15T17:00:00Z');

test('timers survive reload, sleep and being offline, and say when the cap is late @phone', async ({
  page,
  clinic,
  context,
}) => {
  const email = await clinic.patient();
  await answered(clinic, email, 'ready');
  await signIn(page, clinic, email);
  await page.clock.install({ time: NOON });
  await page.goto('/applicator-instructions');
  await page.getByRole('link', { name: 'Open the timers' }).click();
  await page.getByRole('button', { name: 'Start 30 minutes' }).click();
  const sample = page.getByRole('region', { name: 'Sample rest' });
  await expect(sample).toContainText('Ready at 12:30 pm Eastern Time');

  await page.clock.fastForward('10:00');
  await page.reload();
  await expect(sample.getByRole('timer')).toHaveText('20 minutes left');
  await context.setOffline(true);
  // Timers don't run while a device sleeps; the clock just jumps.
  await page.clock.fastForward('21:00');
  await expect(sample).toContainText('The sample has rested for 30 minutes');
  await context.setOffline(false);

  const cap = page.getByRole('region', { name: 'Cap in place' });
  await cap.getByRole('button', { name: 'Start 5 hours' }).click();
  await expect(cap).toContainText('Out by 5:31 pm Eastern Time');
  await page.clock.fastForward('04:58:30');
  await expect(cap.getByRole('timer')).toHaveText('2 minutes left');
  await page.clock.fastForward('02:00');
  await expect(cap.getByRole('alert')).toContainText('It’s time to remove the cap');
  await expect(cap.getByRole('button', { name: 'Message my Coach' })).toHaveCount(0);

  await page.clock.fastForward('15:00');
  await expect(cap.getByRole('alert')).toContainText('Get urgent medical help now');
  await cap.getByRole('button', { name: 'Message my Coach' }).click();
  await expect(page).toHaveURL('/support');

  await page.goto('/treatment-day');
  await cap.getByRole('button', { name: 'The cap is out' }).click();
  await expect(cap).toContainText('The cap is out.');
  await expect(cap.getByRole('link', { name: 'first applicator' })).toHaveAttribute(
    'href',
    '/applicator-survey?cycleAttempt=1',
  );
  await cap.getByRole('button', { name: 'Clear the timers' }).click();
  await expect(page.getByRole('button', { name: 'Start 30 minutes' })).toBeVisible();
});

test('a discreet notification appears once, even on another page @long', async ({
  page,
  clinic,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, {
      shown,
      Notification: class extends EventTarget {
        static permission = 'granted';
        constructor(title: string, { body }: { body: string }) {
          super();
          shown.push(`${title}: ${body}`);
        }
      },
    });
    // Without a service worker the page itself shows it, so this story can see it.
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
  });
  const email = await clinic.patient();
  await answered(clinic, email, 'ready');
  await signIn(page, clinic, email);
  await page.clock.install({ time: NOON });
  await page.goto('/treatment-day');
  await page.getByRole('button', { name: 'Start 30 minutes' }).click();
  await page.getByRole('button', { name: 'Read the applicator steps' }).click();
  await expect(page.getByRole('heading', { name: 'Applicator Instructions' })).toBeVisible();
  await page.clock.runFor('30:05');
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  await expect.poll(shown).toEqual(['Béa: Your timer has ended. Open the portal for your next step.']);
  await page.clock.runFor('05:00');
  expect(await shown()).toHaveLength(1);
});

test('the instructions: four steps, four questions, a way back, and one printed page @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient());
  await expect(page).toHaveURL('/home');
  await page.goto('/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Plan Overview' })).toBeVisible();
  await page.goto('/applicator-instructions');
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ has: page.getByRole('img') })).toHaveCount(4);
  const questions = main.locator('button[aria-expanded]');
  await expect(questions).toHaveCount(4);
  await questions.first().click();
  await expect(questions.first()).toHaveAttribute('aria-expanded', 'true');
  await questions.last().click();
  await expect(questions.first()).toHaveAttribute('aria-expanded', 'false');
  await expect(main.getByRole('link', { name: 'Message my Coach' })).toHaveAttribute('href', /^mailto:/);
  await expect(main.getByText('Remember to use your second applicator tomorrow.')).toBeVisible();

  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  await main.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/overview');
  const fresh = await page.context().newPage();
  await fresh.setViewportSize({ width: 390, height: 844 });
  await fresh.goto('/applicator-instructions');
  await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(fresh.getByRole('link', { name: 'Back' })).toHaveCount(1);
  await fresh.getByRole('link', { name: 'Back' }).click();
  await expect(fresh).toHaveURL('/home');
});
