import { alarmKills } from './soak/alarm-kills.ts';
import { resultOf } from './soak/assert.ts';
import { bookingHistory } from './soak/booking-history.ts';
import { cluster } from './soak/cluster/index.ts';
import { crowd } from './soak/crowd.ts';
import { diskFull } from './soak/disk-full.ts';
import { failingWrites } from './soak/failing-writes.ts';
import { hostileMessages } from './soak/hostile-messages.ts';
import { heavyReads } from './soak/heavy-reads.ts';
import { kills } from './soak/kills.ts';
import { manyTries } from './soak/many-tries.ts';
import { messageKills } from './soak/message-kills.ts';
import { overload } from './soak/overload.ts';
import { postgresRestart } from './soak/postgres-restart.ts';
import { teamProbes } from './soak/team-probes.ts';
import { supabaseCli } from './soak/supabase-cli.ts';
import { slowConnections } from './soak/slow-connections.ts';
import type { SoakResult } from './result-types.ts';
import { keepResults } from './results.ts';

/** `npm run soak`, or `npm run soak -- overload`: load and faults for some minutes, on this machine alone. */
const SCENARIOS = {
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
  teamProbes,
  manyTries,
  supabaseCli,
  cluster,
  alarmKills,
  messages: messageKills,
};
type Name = keyof typeof SCENARIOS;

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in SCENARIOS));
if (unknown.length > 0) {
  throw new Error(`There are ${Object.keys(SCENARIOS).join(', ')}; not ${unknown.join(', ')}.`);
}

const soak: SoakResult = {};
for (const name of (requested.length > 0 ? requested : Object.keys(SCENARIOS)) as Name[]) {
  const begun = performance.now();
  const { state, measurements } = (soak[name] = await resultOf(SCENARIOS[name]));
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${state.padEnd(7)} ${name} ${JSON.stringify(measurements)} (${seconds} s)`);
}
await keepResults((kept) => ({ soak: { ...kept.soak, ...soak } }));
process.exit(Object.values(soak).some(({ state }) => state === 'broken') ? 1 : 0);
