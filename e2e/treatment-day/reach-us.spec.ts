import { lostIn } from '../support/accessibility-checks.ts';
import { expect, openClinic, signIn, test } from '../support/fixtures.ts';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

const reachUs = (page: Page) => page.getByRole('region', { name: 'How to reach us' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the clinic’s numbers and hours appear wherever help is mentioned @phone @long', async ({ page }) => {
  test.slow();
  const clinic = await openClinic({
    CLINIC_PHONE: '+1 (555) 0100',
    CLINIC_HOURS: 'Monday to Friday, 9am to 5pm',
    EMERGENCY_NUMBER: '911',
  });
  await signIn(page, clinic, await clinic.patient());
  const expectNumbers = async () => {
    await expect(reachUs(page)).toContainText('Call us at +1 (555) 0100, Monday to Friday, 9am to 5pm.');
    await expect(reachUs(page)).toContainText('In an emergency, at any hour: call 911.');
    await expect(reachUs(page).getByRole('link', { name: '911' })).toHaveAttribute('href', 'tel:911');
  };
  for (const path of ['/support', '/treatment-day', '/applicator-instructions', '/unclear-result']) {
    await page.goto(clinic.url + path);
    await expectNumbers();
  }
  await page.goto(`${clinic.url}/log-result/ovulation`);
  await page.getByLabel('Ovulation Predictor Kit (OPK)').check();
  await press(page, 'Continue');
  await page.getByLabel('High (Rising LH)').check();
  await press(page, 'Continue');
  await expectNumbers();
  await page.goto(`${clinic.url}/log-result/pregnancy`);
  await page.getByLabel('Negative').check();
  await press(page, 'Continue');
  await expectNumbers();
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await lostIn(page, '100%')).toEqual([]);
  await clinic.remove();
});

test('in the United States it is 911 without a setting @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/treatment-day');
  await expect(reachUs(page)).toContainText('In an emergency, at any hour: call 911.');
  const urgent = page.getByRole('region', { name: 'Get help now' });
  await expect(urgent.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
});

test('elsewhere without numbers, no one is told to call, only how else to get help @long', async ({
  page,
}) => {
  const clinic = await openClinic({ CLINIC_TIME_ZONE: 'Europe/London' });
  await signIn(page, clinic, await clinic.patient());
  for (const path of ['/support', '/treatment-day', '/applicator-instructions']) {
    await page.goto(clinic.url + path);
    await expect(reachUs(page)).toContainText('Write to your coach at coach@example.com.');
    await expect(reachUs(page)).toContainText('use your local emergency number');
    await expect(reachUs(page)).not.toContainText(/\bcall\b/i);
  }
  await clinic.remove();
});
