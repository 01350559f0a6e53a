import { Broken } from './soak/hold.ts';
import { bookingHistory } from './soak/booking-history.ts';
import { diskFull } from './soak/disk-full.ts';
import { failingWrites } from './soak/failing-writes.ts';
import { overload } from './soak/overload.ts';
import { postgresRestart } from './soak/postgres-restart.ts';
import { slowConnections } from './soak/slow-connections.ts';
import { keepResults, type SoakResult } from './results.ts';

/** `npm run soak`, or `npm run soak -- overload`: load and faults, some minutes, on this machine alone. */
const STORIES = { overload, slowConnections, failingWrites, postgresRestart, diskFull, bookingHistory };
type Name = keyof typeof STORIES;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STORIES));
if (unknown.length > 0) {
  throw new Error(`There are ${Object.keys(STORIES).join(', ')}; not ${unknown.join(', ')}.`);
}

const soak: SoakResult = {};
for (const name of (asked.length > 0 ? asked : Object.keys(STORIES)) as Name[]) {
  const begun = performance.now();
  soak[name] = await STORIES[name]().then(
    (facts) => ({ held: true, facts }),
    (error: unknown) => {
      if (!(error instanceof Broken)) throw error;
      return { held: false, facts: { broken: error.message } };
    },
  );
  const { held, facts } = soak[name];
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${held ? 'held   ' : 'BROKEN '} ${name} ${JSON.stringify(facts)} (${seconds} s)`);
}
await keepResults((kept) => ({ soak: { ...kept.soak, ...soak } }));
process.exit(Object.values(soak).every(({ held }) => held) ? 0 : 1);
