import {
  bookCall,
  callTest as test,
  expectMoving,
  joinAsHost,
  joinAsPatient,
  status,
  tile,
} from '../support/call-steps.ts';
import { expect } from '../support/fixtures.ts';

test('a broken connection is reestablished', { tag: '@long' }, async ({ clinic, person }) => {
  const call = await bookCall(clinic);
  const [host, patient] = [await person(), await person()];
  const network = await patient.context().newCDPSession(patient);
  await network.send('Network.enable');
  const losePackets = (packetLoss: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1,
      downloadThroughput: 100_000_000,
      uploadThroughput: 100_000_000,
      packetLoss,
    });
  // Chromium only watches connections that start under such conditions.
  await losePackets(0);
  await joinAsHost(host, clinic, call);
  await joinAsPatient(patient, clinic, call);
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await losePackets(100);
  const lost = { timeout: 40_000 };
  await expect(status(patient)).toHaveText(/^The connection to Dr. Anneke Lind was lost/, lost);
  await expect(status(host)).toHaveText(/^The connection to Robin C. was lost/, lost);
  await losePackets(0);
  await expect(status(patient)).toHaveText('Dr. Anneke Lind is here.', lost);
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await expectMoving(tile(host, 'Robin C.'));
});

test('a call that runs over continues until both leave', { tag: '@long' }, async ({ clinic, person }) => {
  const call = await bookCall(clinic);
  const [host, patient] = [await person(), await person()];
  await joinAsPatient(patient, clinic, call);
  const ended = host.waitForEvent('websocket').then((socket) => socket.waitForEvent('close'));
  await joinAsHost(host, clinic, call, 15);
  await expectMoving(tile(host, 'Robin C.'));
  await ended;
  await expectMoving(tile(host, 'Robin C.'));
  await expectMoving(tile(patient, 'Dr. Anneke Lind'));
  await host.getByRole('button', { name: 'Leave call' }).click();
  await expect(status(patient)).toHaveText(/^Dr. Anneke Lind has left the call/, { timeout: 30_000 });
});
