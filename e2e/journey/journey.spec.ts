import type { Page } from '@playwright/test';
import type { Step } from '../../domain/journey/types.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { action, loadTo, STEPS } from '../support/journey-steps.ts';

const addressOf = ({ phase, cycle }: Step) =>
  `/overview?phase=${phase.id}${cycle === null ? '' : `&cycle=${cycle}`}`;

const drawer = (page: Page) => page.getByRole('dialog').filter({ hasText: 'STAGE' });
const panel = (page: Page, name: string) => page.getByRole('button', { name });

test('a patient goes through the whole plan, stage 1 to 4 with three cycles @long', async ({
  page,
  clinic,
}) => {
  test.slow(); // seventeen steps
  await signIn(page, clinic, await clinic.patient());
  await expect(page.getByRole('heading', { name: 'Stage 1 - Your Plan' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get in touch' })).toHaveCount(0);
  await goTheWay(page, STEPS);
});

test('a patient goes from the third cycle to the end', async ({ page, clinic }) => {
  const rest = STEPS.slice(STEPS.findIndex(({ cycle }) => cycle === 3));
  const email = await clinic.patient();
  await loadTo(clinic, email, rest[0]!.phase.id, 3);
  await signIn(page, clinic, email);
  await expect(page.getByRole('heading', { name: 'Stage 3 - Treatment' })).toBeVisible();
  await goTheWay(page, rest);
});

/** Marks one step after another on Home until none is left. */
async function goTheWay(page: Page, steps: Step[]): Promise<void> {
  await expect(page.getByText('You have completed all your assigned tasks!')).toHaveCount(0);
  await page.goto('/overview');
  for (const step of steps) {
    const { stage, phase, cycle } = step;
    if (phase.redirectAfterPath === undefined) {
      // The previous step's place and the next one's open automatically.
      await page.locator(`[id="phase-${phase.id}${cycle === null ? '' : `-${cycle}`}"]`).click();
    } else await page.goto(addressOf(step));
    const line = `STAGE ${stage.number}${cycle === null ? '' : `, CYCLE ${cycle}`} - ${stage.title}`;
    await expect(drawer(page).getByText(line, { exact: true })).toBeVisible();
    await drawer(page).getByRole('button', { name: 'Mark as complete' }).click();
    // The consultation hasn't taken place, no kit was sent, and the coach hasn't been met.
    if (stage.number === 2 || phase.id === 'consultation-prep')
      await page.getByRole('button', { name: 'Mark it anyway' }).click();
    if (phase.redirectAfterPath) {
      await expect(page).toHaveURL(phase.redirectAfterPath);
      await page.goto('/overview');
    } else {
      await expectToast(page, 'Success', 'Progress updated successfully');
      await expect(page).toHaveURL('/overview');
    }
    await expect(drawer(page)).toBeHidden();
  }
  await expect(page.locator('[data-marker="complete"]')).toHaveCount(STEPS.length);
  await page.goto('/home');
  await expect(page.getByText('You have completed all your assigned tasks!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get in touch' })).toBeVisible();
}

for (const cycle of [1, 2, 3]) {
  test(`a positive test in cycle ${cycle} ends treatment, and the remaining cycles are not needed @long`, async ({
    page,
    clinic,
  }) => {
    const email = await clinic.patient();
    await loadTo(clinic, email, 'testing', cycle);
    await signIn(page, clinic, email);
    await expect(page.locator('main').getByText(`Cycle ${cycle}`, { exact: true })).toBeVisible();
    await action(page, 'log-pregnancy-test').getByRole('link').click();
    await page.getByRole('radio', { name: 'Positive' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Congratulations' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Book review' })).toBeVisible();
    await page.getByRole('button', { name: 'Exit' }).click();

    await expect(page.getByRole('heading', { name: 'Stage 4 - After Treatment' })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Positive' })).toBeVisible();
    await expect(page.locator('main').getByText(/ovulation test|over 7 days ago/i)).toHaveCount(0);
    expect(
      await clinic.sql('select status from public.customers where customer_email = $1', [email]),
    ).toEqual([{ status: 'Pregnant' }]);

    await page.goto('/overview');
    await expect(panel(page, 'STAGE 4 - After Treatment')).toHaveAttribute('aria-expanded', 'true');
    await panel(page, 'STAGE 3 - Treatment').click();
    const behind = STEPS.filter(({ stage, cycle: of }) => stage.number < 3 || (of ?? 4) <= cycle);
    await expect(page.locator('[data-marker="complete"]')).toHaveCount(behind.length);
    await expect(page.getByText('not needed')).toHaveCount(3 - cycle);
    // Only completed steps say so, and the next one can be done.
    await page.getByRole('button', { name: 'Your treatment review' }).click();
    await expect(drawer(page).getByRole('button', { name: 'Mark as complete' })).toBeEnabled();
  });
}

test('the plan shows what is done, what is now and what is locked @phone', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'applicators', 1);
  await signIn(page, clinic, email);
  await page.goto('/overview');
  await expect(panel(page, 'STAGE 3 - Treatment')).toHaveAttribute('aria-expanded', 'true');
  await expect(panel(page, 'STAGE 1 - Your Plan')).toHaveAttribute('aria-expanded', 'false');
  const treatment = page.locator('div', { has: panel(page, 'Cycle 1') }).last();
  await expect(treatment.locator('[data-marker]')).toHaveText([
    'Complete',
    'Complete',
    '3Current',
    '4Not complete',
  ]);
  const lines = await treatment
    .locator('[data-connector]')
    .evaluateAll((all) => all.map((line) => line.getAttribute('data-connector')));
  expect(lines).toEqual(['complete', 'open', 'open']);
  // The phase's four, and the period that Home asks for.
  await expect(treatment.getByText('5 tasks', { exact: true })).toBeVisible();
  await panel(page, 'Cycle 2').click({ force: true });
  await expect(panel(page, 'Cycle 2')).toHaveAttribute('aria-expanded', 'false');
  await expect(panel(page, 'Cycle 2').locator('.lucide-lock')).toBeVisible();
});

test('the open phase is in the URL: link, reload, back, and the focus returns to its card @phone @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/overview');
  const card = page.getByRole('button', { name: 'Welcome to your plan' });
  await card.click();
  await expect(page).toHaveURL('/overview?phase=welcome');
  await page.reload();
  await expect(drawer(page).getByRole('heading', { name: 'Welcome to your plan' })).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await expect(card).toBeFocused();
  await page.goto('/overview?phase=ovulation&cycle=1');
  await expect(drawer(page).getByText('You can start this phase when you reach stage 3.')).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: 'Mark as complete' })).toBeDisabled();
  await expect(drawer(page).getByRole('button', { name: 'Log your ovulation test' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/overview');
  await expect(page.getByRole('button', { name: 'Track your ovulation' }).first()).toBeFocused();
});

test('the coach call offers a call, an email and My Coach, in a drawer 620 px wide @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/overview?phase=consultation');
  await expect(drawer(page).getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    'mailto:coach@example.com',
  );
  await expect(drawer(page).getByRole('link', { name: 'My Coach' })).toHaveAttribute('href', '/support');
  await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBe(620);
  await drawer(page).getByRole('button', { name: 'Schedule a video call' }).click();
  await expect(page).toHaveURL('/schedule?appointmentType=meet-your-clinical-coach');
});

test('the delivery can be followed once there is a tracking link @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'optimize');
  await signIn(page, clinic, email);
  const delivery = action(page, 'delivery-info');
  await delivery.getByRole('button').click({ force: true });
  await expect(page).toHaveURL('/home');
  await clinic.sql(
    `update public.customers set tracking_url = 'https://example.com/track/1' where customer_email = $1`,
    [email],
  );
  await page.reload();
  await expect(delivery.getByRole('link')).toHaveAttribute('href', 'https://example.com/track/1');
  await expect(delivery.getByRole('link')).toHaveAttribute('target', '_blank');
});

test('a joinable call opens from the panel and from the action @long', async ({ page, clinic }) => {
  await signIn(page, clinic, 'calling@example.com');
  const calls = page.getByRole('region', { name: 'Upcoming Calls' });
  await expect(calls.getByText('Your timezone')).toBeVisible();
  await expect(calls.getByText('Eastern Time', { exact: true })).toBeVisible();
  await expect(calls.getByText('Video', { exact: true })).toBeVisible();
  const join = calls.getByRole('link', { name: /join/i });
  const address = (await join.getAttribute('href'))!;
  expect(address).toMatch(/^https?:/);
  await expect(action(page, 'join-fertility-consultation').getByRole('link')).toHaveAttribute(
    'href',
    address,
  );
  const startIn = (interval: string) =>
    clinic.sql(
      `update public.appointments set starts_at = now() + $1::interval,
         ends_at = now() + $1::interval + interval '30 minutes', busy_until = now() + $1::interval + interval '30 minutes'
       from public.customers
       where customers.user_id = appointments.user_id and customer_email = 'calling@example.com'`,
      [interval],
    );
  await startIn('20 minutes');
  await page.reload();
  await expect(action(page, 'join-fertility-consultation').getByRole('button')).toBeVisible();
  await expect(join).toHaveCount(0);
  await startIn('10 minutes 3 seconds');
  await expect(join, 'appears by itself when the window opens').toBeVisible({ timeout: 30_000 });
});

test('consultation notes open in a dialog, without anything that could run @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'consultation-prep');
  await signIn(page, clinic, email);
  const open = page.getByRole('main').getByRole('button', { name: 'Read your consultation notes' });
  const dialog = page.getByRole('dialog', { name: 'Consultation Notes' });
  // Home lists notes once they exist. The plan names them before.
  await page.goto('/overview?phase=consultation-prep');
  await drawer(page).getByRole('button', { name: 'Read your consultation notes' }).click();
  await expect(dialog.getByText('No notes available for this consultation')).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Book your consultation' })).toBeVisible();
  await expect(open).toHaveCount(0);
  await clinic.sql(
    `insert into public.consultation_notes (user_id, consultation_reference, notes, created_at)
     select user_id, 'initial-consultation',
       '<p onclick="alert(1)">Folic <strong>acid</strong></p><img src=x onerror="document.title=1"><script>alert(1)</script>',
       '2026-11-14T12:42:00Z'
     from public.customers where customer_email = $1`,
    [email],
  );
  await page.reload();
  await open.click();
  await expect(dialog.locator('strong')).toHaveText('acid');
  await expect(dialog.getByText('November 14, 2026, 7:42 am')).toBeVisible();
  await expect(dialog.locator('article :is(script, img, [onclick])')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(open).toBeFocused();
});
