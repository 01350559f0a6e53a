import type { Page } from '@playwright/test';
import {
  bookCall,
  callTest as test,
  expectMoving,
  joinAsHost,
  joinAsPatient,
  status,
  tile,
} from '../support/call-steps.ts';
import { expect, type Clinic } from '../support/fixtures.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** Host and patient in a call, and the guest link the host created. */
async function invited(clinic: Clinic, host: Page, patient: Page): Promise<string> {
  const call = await bookCall(clinic);
  await joinAsHost(host, clinic, call);
  await joinAsPatient(patient, clinic, call);
  await expectMoving(tile(host, 'Robin C.'));
  await press(host, 'Invite a guest');
  await host.getByLabel('Guest’s name').fill('Maria Ortiz');
  await press(host, 'Create link');
  return host.getByLabel('Guest’s link').inputValue();
}

/** The sound and video a page receives from the others. */
const heard = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('video')]
        .filter(({ muted }) => !muted)
        .flatMap(({ srcObject }) => (srcObject instanceof MediaStream ? srcObject.getTracks() : []))
        .filter(({ readyState }) => readyState === 'live').length,
  );

test('a guest hears nothing before the patient agrees and the host admits, then three see each other, and no one else by the same link @long', async ({
  clinic,
  person,
}) => {
  test.slow();
  const [host, patient, guest, stranger] = [await person(), await person(), await person(), await person()];
  const link = await invited(clinic, host, patient);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Waiting to be let in' })).toBeVisible();
  expect(await heard(guest)).toBe(0);
  await expect(
    patient.getByRole('heading', { name: 'Dr. Anneke Lind would like to invite Maria Ortiz' }),
  ).toBeVisible();
  await press(host, 'Admit');
  await expect(host.getByText('Waiting for Robin C. to agree.')).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'Waiting to be let in' })).toBeVisible();
  await press(patient, 'Agree');
  await press(guest, 'Join call');

  await expectMoving(tile(guest, 'Dr. Anneke Lind'));
  await expectMoving(tile(guest, 'Robin C.'));
  await expectMoving(tile(host, 'Maria Ortiz'));
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Maria Ortiz'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await expect(status(host)).toHaveText('Robin C. is here. Maria Ortiz is here.');
  await expect(status(patient)).toHaveText('Dr. Anneke Lind is here. Maria Ortiz is here.');

  // Someone else with the same link waits, and the guest is told.
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'Waiting to be let in' })).toBeVisible();
  const warning = guest.getByText(
    'Your link was opened on another device. If that wasn’t you, tell Dr. Anneke Lind.',
  );
  await expect(warning).toBeVisible();
  for (const page of [host, patient])
    await expect(page.getByRole('heading', { name: 'Another device' })).toBeVisible();
  await press(host, 'Admit');
  await expect(host.getByText('Waiting for Robin C. to agree.')).toBeVisible();
  await expect(stranger.getByRole('heading', { name: 'Waiting to be let in' })).toBeVisible();
  expect(await heard(stranger)).toBe(0);
  await press(patient, 'Decline');
  await expect(host.getByRole('heading', { name: 'Another device' })).toBeHidden();
  await expect(warning).toBeHidden();
  await expectMoving(tile(guest, 'Robin C.'));
  // A reload is still the same device.
  await guest.reload();
  await press(guest, 'Join call');
  await expectMoving(tile(guest, 'Robin C.'));

  await press(patient, 'Remove guest');
  await expect(guest.getByRole('heading', { name: 'You’re no longer in this call' })).toBeVisible();
  expect(await heard(guest)).toBe(0);
  for (const page of [host, patient]) await expect(tile(page, 'Maria Ortiz')).toHaveCount(0);
  await expectMoving(tile(host, 'Robin C.'));
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'You’re no longer in this call' })).toBeVisible();
});

test('a patient whose invitation ends is out of the call within seconds, and the host hears nothing more', async ({
  clinic,
  person,
}) => {
  const call = await bookCall(clinic);
  const [host, patient] = [await person(), await person()];
  await joinAsHost(host, clinic, call);
  await joinAsPatient(patient, clinic, call);
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await clinic.sql(`update public.invitations set revoked_at = now() where email = $1`, [call.email]);
  await expect(host.getByRole('heading', { name: 'The room is closed' })).toBeVisible();
  await expect(tile(patient, 'Dr. Anneke Lind')).toHaveCount(0);
  for (const page of [host, patient]) expect(await heard(page)).toBe(0);
});
