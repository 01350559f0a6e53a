import { outcomeOf } from './soak/assert.ts';
import { bookingHistory } from './soak/booking-history.ts';
import { crowd } from './soak/crowd.ts';
import { diskFull } from './soak/disk-full.ts';
import { failingWrites } from './soak/failing-writes.ts';
import { hostileMessages } from './soak/hostile-messages.ts';
import { heavyReads } from './soak/heavy-reads.ts';
import { kills } from './soak/kills.ts';
import { overload } from './soak/overload.ts';
import { postgresRestart } from './soak/postgres-restart.ts';
import { slowConnections } from './soak/slow-connections.ts';
import type { SoakResult } from './result-types.ts';
import { keepResults } from './results.ts';

/** `npm run soak`, or `npm run soak -- overload`: load and faults, some minutes, on this machine alone. */
const STORIES = {
  overload,
  heavyReads,
  slowConnections,
  failingWrites,
  postgresRestart,
  diskFull,
  kills,
  bookingHistory,
  crowd,
  hostileMessages,
};
type Name = keyof typeof STORIES;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STORIES));
if (unknown.length > 0) {
  throw new Error(`There are ${Object.keys(STORIES).join(', ')}; not ${unknown.join(', ')}.`);
}

const soak: SoakResult = {};
for (const name of (asked.length > 0 ? asked : Object.keys(STORIES)) as Name[]) {
  const begun = performance.now();
  const { state, facts } = (soak[name] = await outcomeOf(STORIES[name]));
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${state.padEnd(7)} ${name} ${JSON.stringify(facts)} (${seconds} s)`);
}
await keepResults((kept) => ({ soak: { ...kept.soak, ...soak } }));
process.exit(Object.values(soak).some(({ state }) => state === 'broken') ? 1 : 0);
