import { expect, onTestFinished, test, vi } from 'vitest';
import { bookingHistory } from './booking-history.ts';
import { diskFull } from './disk-full.ts';
import { failingWrites } from './failing-writes.ts';
import { heavyReads } from './heavy-reads.ts';
import { Broken, outcomeOf } from './hold.ts';
import { hostileMessages } from './hostile-messages.ts';
import { overload } from './overload.ts';
import { postgresRestart } from './postgres-restart.ts';
import { slowConnections } from './slow-connections.ts';

// The stories of `npm run soak`, in short: what they promise is in them.

test('ten times what the server holds: some are told to come back, and it recovers', async () => {
  expect((await overload({ seconds: 2 })).answered).toBeGreaterThan(0);
});

test('what one patient reads, however much, delays nobody else', async () => {
  // Other tests run beside this one, so the times are rough; that nobody else is refused is not.
  expect((await heavyReads({ requests: 30, rounds: 2, most: 6, floor: 250 })).reads).toBeGreaterThan(0);
});

test('slow connections hold nobody up', async () => {
  // Other tests run beside this one, so the times are rough.
  expect((await slowConnections({ count: 300, requests: 40, most: 6 })).connections).toBe(300);
});

test('refused writes leave nothing behind', async () => {
  expect((await failingWrites({ count: 1_500 })).writes).toBe(1_500);
});

test('PostgreSQL ends under load: clear failures, then answers, and the server is the same', async () => {
  expect((await postgresRestart({ restarts: 1 })).answers['200']).toBeGreaterThan(0);
});

test('bookings survive kills: none lost, none doubled, none made up', async () => {
  expect((await bookingHistory({ kills: 2, patients: 6 })).booked).toBeGreaterThan(1);
});

test('hostile realtime messages close no socket of anybody else, and delay nobody', async () => {
  // Other tests run beside this one, so the times are rough.
  const { hostile } = await hostileMessages({ seconds: 0.5, maxRatio: 6, floorMs: 200 });
  expect(hostile).toBeGreaterThan(100);
});

test('a story that cannot be told on this machine is not said to hold', async () => {
  const user = vi.spyOn(process, 'getuid').mockReturnValue(1000);
  onTestFinished(() => user.mockRestore());
  expect((await outcomeOf(diskFull)).state).toBe('not run');
  expect((await outcomeOf(() => Promise.reject(new Broken('a promise')))).state).toBe('broken');
  expect((await outcomeOf(() => Promise.resolve({}))).state).toBe('held');
});
