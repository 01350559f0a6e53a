import type { Page } from '@playwright/test';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';
import { bookCall, loadTo } from '../support/journey-steps.ts';

const SECOND_COACH = 'coach2@example.com';

/** A patient whose coach is the demo's second coach. */
async function patientOfAmara(clinic: Clinic, phaseId = 'consultation'): Promise<string> {
  const email = await clinic.patient('Lena');
  await clinic.sql(
    `insert into public.coach_assignments (user_id, coach_id)
     select customers.user_id, care_team.id from public.customers, public.care_team
     where customer_email = $1 and care_team.email = $2`,
    [email, SECOND_COACH],
  );
  await loadTo(clinic, email, phaseId);
  return email;
}

const face = (page: Page, address: string) => page.locator(`main img[src="/art/${address}.svg"]`);

test('every page that mentions a coach means the patient’s own @phone', async ({ page, clinic }) => {
  await signIn(page, clinic, await patientOfAmara(clinic));
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Amara Whitfield' })).toBeVisible();
  await expect(page.getByText('Your Clinical Coach', { exact: true })).toBeVisible();
  await expect(face(page, 'coach-2')).toBeVisible();
  await expect(page.getByText('Amara was a labor and delivery nurse.')).toHaveCount(0);
  await expect(page.getByText('Your contact until a coach is assigned')).toHaveCount(0);
  await page.getByRole('button', { name: 'Get in touch' }).click();
  await expect(page.getByRole('heading', { name: 'Amara Whitfield' })).toBeVisible();
  await expect(page.getByText('Amara was a labor and delivery nurse.')).toBeVisible();
  const toHer = /^mailto:coach2@example\.com/;
  await expect(page.getByRole('link', { name: 'Email your coach' })).toHaveAttribute('href', toHer);
  await page.goto('/applicator-instructions');
  await expect(page.getByRole('link', { name: 'Message my Coach' })).toHaveAttribute('href', toHer);
  await page.goto('/overview');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Meet your Clinical Coach/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Email' })).toHaveAttribute('href', toHer);
});

test('a coach call is with the patient’s own coach, and other coaches show more times @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await patientOfAmara(clinic);
  await signIn(page, clinic, email);
  await page.goto('/schedule?appointmentType=clinical-coach-support-call');
  await expect(page.getByText('With Amara Whitfield')).toBeVisible();
  await page.getByRole('button', { name: 'Next day' }).click();
  const own = page.getByRole('region', { name: 'Available times' });
  // Her day starts at nine, her colleague's at eight.
  await expect(own.getByRole('button', { name: '9:00 am', exact: true })).toBeVisible();
  await expect(own.getByRole('button', { name: '8:00 am', exact: true })).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: 'Book a Call' });
  await own.getByRole('button', { name: '9:00 am', exact: true }).click();
  await expect(dialog).toContainText('WithAmara Whitfield');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Other coaches' }).click();
  const others = page.getByRole('region', { name: 'Other coaches' });
  await others.getByRole('button', { name: '8:00 am Marisol Vega', exact: true }).click();
  await expect(dialog).toContainText('WithMarisol Vega');
  await page.keyboard.press('Escape');

  await own.getByRole('button', { name: '9:00 am', exact: true }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Success', 'Call scheduled successfully');
  await expect(page.getByRole('listitem').filter({ hasText: 'Clinical Coach Support Call' })).toContainText(
    'Amara Whitfield',
  );
  await expect.poll(async () => (await clinic.mail(email))[0]?.text).toContain('Amara Whitfield');
});

test('while a consultation is next and booked, the care card is the clinician’s @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Jo');
  await loadTo(clinic, email, 'consultation-prep');
  await signIn(page, clinic, email);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Marisol Vega' })).toBeVisible();
  await expect(page.getByText('Your contact until a coach is assigned to you')).toBeVisible();
  await expect(page.getByText('Your Fertility Clinician')).toHaveCount(0);

  await bookCall(clinic, email, 'initial-consultation', 2 * 24 * 60);
  await clinic.sql(
    `update public.appointments set host_id = (select id from public.care_team where email = 'clinician@example.com')
     where user_id = (select user_id from public.customers where customer_email = $1)`,
    [email],
  );
  await page.goto('/home');
  await expect(page.getByText('Your Fertility Clinician')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dr. Anneke Lind' })).toBeVisible();
  await expect(face(page, 'clinician')).toBeVisible();
  // In the first stage, patients aren't sent to a coach they haven't met.
  await expect(page.getByText('Get in touch')).toHaveCount(0);
  await expect(page.getByText('Your Clinical Coach', { exact: true })).toHaveCount(0);

  await loadTo(clinic, email, 'ovulation', 1);
  await page.goto('/home');
  await expect(page.getByText('Your Clinical Coach', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Marisol Vega' })).toBeVisible();
});
