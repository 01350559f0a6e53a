import { expect, onTestFinished, test, vi } from 'vitest';
import { alarmKills } from './alarm-kills.ts';
import { bookingHistory } from './booking-history.ts';
import { diskFull } from './disk-full.ts';
import { failingWrites } from './failing-writes.ts';
import { heavyReads } from './heavy-reads.ts';
import { Broken, resultOf } from './assert.ts';
import { hostileMessages } from './hostile-messages.ts';
import { messageKills } from './message-kills.ts';
import { overload } from './overload.ts';
import { postgresRestart } from './postgres-restart.ts';
import { slowConnections } from './slow-connections.ts';
import { teamProbes } from './team-probes.ts';

// The scenarios of `npm run soak`, each as small as possible while it can still fail. Other tests run in
// parallel, so `npm run soak` checks durations; these check refusals of others and leftovers.
vi.setConfig({ testTimeout: 300_000 });

test('at three times what the server can handle, some clients are told to come back, and it recovers', async () => {
  expect(
    (await overload({ seconds: 0.5, calmSeconds: 1, times: 3, minRecovered: 0 })).answered,
  ).toBeGreaterThan(0);
});

test('however much one patient reads, no one else is refused and memory stays bounded', async () => {
  expect((await heavyReads({ requests: 30, rounds: 1, maxRatio: Infinity })).reads).toBeGreaterThan(0);
});

test('slow connections hold no one up', async () => {
  expect(
    (await slowConnections({ count: 100, requests: 40, rounds: 1, maxRatio: Infinity })).connections,
  ).toBe(100);
});

test('refused writes leave nothing behind', async () => {
  expect((await failingWrites({ count: 100 })).writes).toBe(100);
});

test('if PostgreSQL stops under load, requests fail clearly, then are answered by the same server', async () => {
  expect((await postgresRestart({ restarts: 1 })).answers['200']).toBeGreaterThan(0);
});

test('bookings survive kills: none lost, none duplicated, none made up', async () => {
  expect((await bookingHistory({ kills: 1, patients: 4 })).booked).toBeGreaterThan(1);
});

test('hostile messages, pictures and notes close no one else’s socket, and everyone else is heard and answered', async () => {
  const short = { seconds: 0.5, requests: 30, rounds: 1, maxRatio: Infinity };
  const { hostile, pictures, notes } = await hostileMessages(short);
  expect(hostile).toBeGreaterThan(30);
  expect(Math.min(pictures, notes)).toBeGreaterThan(0);
});

test('the care team reads what the rules allow, and every read is in the log', async () => {
  expect((await teamProbes({ probes: 60 })).probes).toBe(60);
});

test('two servers at night, one killed between a patient’s report and the alarm: one text for each', async () => {
  expect((await alarmKills({ kills: 1, untilSent: false })).texts).toBe(1);
});

test('two servers, one killed while a picture or a first message with a PDF is sent: one message, one file, one reply, one notice', async () => {
  expect((await messageKills({ kills: 1 })).messages).toBe(3);
});

test('a scenario that cannot run on this machine is not reported as passed', async () => {
  const user = vi.spyOn(process, 'getuid').mockReturnValue(1000);
  onTestFinished(() => user.mockRestore());
  expect((await resultOf(diskFull)).state).toBe('not run');
  expect((await resultOf(() => Promise.reject(new Broken('a promise')))).state).toBe('broken');
  expect((await resultOf(() => Promise.resolve({}))).state).toBe('held');
});
