import {
  bookCall,
  callTest as test,
  expectMoving,
  joinAsHost,
  joinAsPatient,
  status,
  tile,
} from '../support/call-steps.ts';
import { expect, signIn } from '../support/fixtures.ts';

test('two people see each other move, one leaves and comes back, and no one else gets in', async ({
  clinic,
  person,
}) => {
  const call = await bookCall(clinic);
  const [host, patient] = [await person(), await person()];
  await joinAsHost(host, clinic, call);
  await expect(status(host)).toHaveText('You’re in. Waiting for Robin C. to join.');
  await joinAsPatient(patient, clinic, call);
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await expectMoving(tile(patient, 'You'));
  await expect(status(host)).toHaveText('Robin C. is here.');
  await expect(status(patient)).toHaveText('Dr. Anneke Lind is here.');

  await patient.getByRole('button', { name: 'Leave call' }).click();
  await expect(patient.getByRole('heading', { name: 'You left the call' })).toBeVisible();
  await expect(status(host)).toHaveText(/^Robin C. has left the call/);
  await patient.getByRole('button', { name: 'Rejoin' }).click();
  await patient.getByRole('button', { name: 'Join call' }).click();
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));

  await host.reload();
  await host.getByRole('button', { name: 'Join call' }).click();
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));

  const stranger = await person();
  await signIn(stranger, clinic, await clinic.patient('Sam'));
  await stranger.goto(`${clinic.url}/call/${call.room}`);
  await expect(stranger.getByRole('heading', { name: 'We can’t find this call' })).toBeVisible();
});

test(
  'muting, camera and the host’s screen reach the other side',
  { tag: '@long' },
  async ({ clinic, person }) => {
    const call = await bookCall(clinic);
    const [host, patient] = [await person(), await person()];
    await joinAsHost(host, clinic, call);
    await joinAsPatient(patient, clinic, call);
    await expectMoving(tile(patient, 'Dr. Anneke Lind'));
    await host.getByRole('button', { name: 'Mute' }).click();
    await expect(status(patient)).toHaveText('Dr. Anneke Lind is here. They’re muted.');
    await host.getByRole('button', { name: 'Unmute' }).click();
    await expect(status(patient)).toHaveText('Dr. Anneke Lind is here.');
    await host.getByRole('button', { name: 'Turn camera off' }).click();
    await expect(tile(patient, 'Dr. Anneke Lind')).toBeHidden();
    await host.getByRole('button', { name: 'Turn camera on' }).click();
    await expectMoving(tile(patient, 'Dr. Anneke Lind'));
    await host.getByRole('button', { name: 'Share screen' }).click();
    await expect(status(patient)).toHaveText('Dr. Anneke Lind is here. They’re sharing their screen.');
    await host.getByRole('button', { name: 'Stop sharing' }).click();
    await expectMoving(tile(patient, 'Dr. Anneke Lind'));
    await expect(patient.getByRole('button', { name: 'Share screen' })).toHaveCount(0);
  },
);

test('joining from a second window replaces the first @long', async ({ clinic, person }) => {
  const call = await bookCall(clinic);
  const [first, second] = [await person(), await person()];
  await joinAsHost(first, clinic, call);
  await expect(status(first)).toContainText('You’re in.');
  await joinAsHost(second, clinic, call);
  await expect(first.getByRole('heading', { name: 'You’re in this call on another device' })).toBeVisible();
  await expect(status(second)).toContainText('You’re in.');
});
