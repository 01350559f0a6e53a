import {
  bookCall,
  callTest as test,
  expectMoving,
  joinAsPatient,
  status,
  tile,
} from '../support/call-steps.ts';
import { expect } from '../support/fixtures.ts';
import { joinTeam } from '../support/team-steps.ts';

test('a call next to the record: a note that saves itself, leaving, the outcome, and back to Today', async ({
  clinic,
  person,
}) => {
  const [host, patient] = [await person(), await person()];
  const { email } = await joinTeam(host, clinic, 'clinician');
  const call = await bookCall(clinic, -1, email);
  await host.reload();
  await host.getByRole('link', { name: 'Join' }).click();
  await expect(host).toHaveURL(`${clinic.url}/team/calls/${call.id}`);
  await expect(host.getByRole('heading', { level: 1, name: 'Call with Robin' })).toBeVisible();
  const [pane, record, note] = ['Call', 'Record', 'Note'].map((name) =>
    host.getByRole('region', { name, exact: true }),
  );
  await expect(pane!.getByText('Last call:none yet')).toBeVisible();
  await expect(record!.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(note!).toBeHidden();
  await host.getByRole('button', { name: 'Join call' }).click();
  await joinAsPatient(patient, clinic, call);
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Noa Lind'));

  await note!.getByLabel('Title').fill('Consultation');
  await note!.getByLabel('Text').fill('Slept badly.');
  await expect(note!.getByText(/^Draft saved/)).toBeVisible();

  const left = async (part: typeof pane) => (await part!.boundingBox())!.x;
  expect(await left(pane)).toBeLessThan(await left(record));
  await host.getByRole('button', { name: 'Swap panes' }).click();
  expect(await left(pane)).toBeGreaterThan(await left(record));
  await host.getByRole('button', { name: 'Fold record' }).click();
  await expect(record!).toBeHidden();
  await host.getByRole('button', { name: 'Unfold record' }).click();
  await expect(record!).toBeVisible();

  // A phone shows one pane at a time, and the call continues behind the others.
  await host.setViewportSize({ width: 390, height: 844 });
  await host.getByRole('tab', { name: 'Record' }).click();
  await expect(host.getByRole('tabpanel', { name: 'Record' })).toBeVisible();
  await expect(tile(host, 'Robin C.')).toBeHidden();
  await host.getByRole('tab', { name: 'Note' }).click();
  await expect(host.getByRole('tabpanel', { name: 'Note' }).getByLabel('Text')).toHaveValue('Slept badly.');
  await host.getByRole('tab', { name: 'Call' }).click();
  await expectMoving(tile(host, 'Robin C.'));
  await expect(status(patient)).toHaveText('Noa Lind is here.');
  await host.setViewportSize({ width: 1280, height: 800 });

  await host.getByRole('button', { name: 'Leave call' }).click();
  const asked = host.getByRole('dialog', { name: 'Outcome' });
  await asked.getByRole('radio', { name: 'Completed' }).check();
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(asked).toBeHidden();
  await expect(pane!.getByRole('heading', { name: 'You left the call' })).toBeVisible();
  await pane!.getByRole('button', { name: 'Write note' }).click();
  await expect(note!.getByLabel('Title')).toBeFocused();
  await expect(record!.getByText('Completed', { exact: true })).toBeVisible();

  await pane!.getByRole('button', { name: 'Rejoin' }).click();
  await host.getByRole('button', { name: 'Join call' }).click();
  await expectMoving(tile(host, 'Robin C.'));
  await host.getByRole('button', { name: 'Leave call' }).click();
  await expect(host.getByRole('dialog', { name: 'Outcome' })).toHaveCount(0);
  await pane!.getByRole('link', { name: 'Back to Today' }).click();
  await expect(host.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  const [written] = await clinic.sql(`select outcome from public.appointments where id = $1`, [call.id]);
  expect(written!['outcome']).toBe('took-place');
});
