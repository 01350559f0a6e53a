import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { memoryOf, openClinic, type SoakClinic } from './clinic.ts';
import { assert } from './assert.ts';

const MAX_GROWTH_MB = 10;
/** With a large heap the garbage collector waits long; a small one shows what is really kept. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=64' };

/** A hundred thousand writes that the database refuses leave nothing behind: no row, and no memory. */
export async function failingWrites({ count = 100_000 } = {}) {
  const clinic = await openClinic({ env: SMALL_HEAP });
  try {
    await write(clinic, Math.round(count / 5)); // until code is compiled and caches are full
    const begin = await write(clinic, Math.round(count / 5));
    await write(clinic, Math.round((count * 2) / 5));
    const end = await write(clinic, Math.round(count / 5));
    assert(end - begin <= MAX_GROWTH_MB, `the program kept ${begin} MB at first and ${end} MB at last`);
    const response = await fetch(`${clinic.url}/rest/v1/invitations?email=like.NOT*`, {
      headers: clinic.service,
    });
    assert((await response.text()) === '[]', 'a refused write was kept');
    return { writes: count, keptAtFirst: begin, keptAtLast: end, megabytes: await memoryOf(clinic) };
  } finally {
    await clinic.remove();
  }
}

/** Returns what the program kept: the lowest heap use at any moment, in megabytes. */
async function write(clinic: SoakClinic, amount: number): Promise<number> {
  const done = new AbortController();
  const floor = leastInUse(clinic, done.signal);
  const { statusCodeStats = {}, errors } = await autocannon({
    url: `${clinic.url}/rest/v1/invitations`,
    method: 'POST',
    headers: clinic.service,
    body: JSON.stringify({ email: 'NOT AN ADDRESS', first_name: 'Robin', last_name: 'Castellano' }),
    connections: 16,
    amount,
  });
  done.abort();
  const statuses = Object.keys(statusCodeStats);
  assert(errors === 0 && statuses.join() === '400', `answered ${statuses.join(', ')}, ${errors} errors`);
  return floor;
}

async function leastInUse({ url }: SoakClinic, signal: AbortSignal): Promise<number> {
  let least = Infinity;
  const look = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    least = Math.min(least, Number(/^nodejs_heap_used_bytes (\d+)$/m.exec(metrics)?.[1]) / 2 ** 20);
  };
  while (!signal.aborted) {
    await look();
    await pause(100);
  }
  return Math.round(least);
}
