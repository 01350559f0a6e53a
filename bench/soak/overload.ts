import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { round } from '../numbers.ts';
import { inDatabase, openClinic, signInPatients, type SoakClinic } from './clinic.ts';
import { eventually, assert } from './assert.ts';

const GATE = '/rest/v1/customers?select=onboarding_completed';
const ALLOWED = new Set([200, 429, 503]);
/**
 * Ten connections to the database and two hundred requests that may wait for one; ten times as many arrive.
 */
const CAPACITY = 210;
/** One patient alone would wait in their own queue and overload no one. */
const PATIENTS = 100;
/** On a busy machine it takes some seconds until all connections are open. */
const MAX_STORM_SECONDS = 60;
/** Within a statement's eight-second limit. */
const MAX_HOLD_MS = 6_000;

/**
 * Ten times what the server can handle: it answers all, some with a refusal and Retry-After, and recovers
 * soon after.
 */
export async function overload({ seconds = 15, calmSeconds = 3, times = 10, minRecovered = 0.5 } = {}) {
  const clinic = await openClinic();
  try {
    const visitors = await signInPatients(clinic, PATIENTS);
    const { headers } = visitors[0]!;
    const url = clinic.url + GATE;
    const calm = await autocannon({ url, headers, connections: 10, duration: calmSeconds });
    assert(calm.non2xx === 0 && calm.errors === 0, 'calm requests were refused');

    const statuses: Record<number, number> = {};
    let withoutRetryAfter = 0;
    let clients = 0;
    const isTooMuch = () => (statuses[503] ?? 0) > 0;
    const { held, locked } = holdDatabase(clinic, isTooMuch);
    await locked;
    const load = autocannon({
      url,
      headers,
      connections: CAPACITY * times,
      duration: MAX_STORM_SECONDS,
      timeout: 30,
      setupClient: (client) => {
        client.setHeaders(visitors[clients % PATIENTS]!.headers);
        clients += 1;
        onHeaders(client, (status, names) => {
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status !== 200 && !names.includes('retry-after')) withoutRetryAfter += 1;
        });
      },
    });
    await Promise.all([pause(seconds * 1_000), held]);
    await eventually('a refusal', MAX_STORM_SECONDS, async () => isTooMuch());
    await eventually('an answer', MAX_STORM_SECONDS, async () => (statuses[200] ?? 0) > 0);
    // The published types omit that it can be stopped as well as awaited.
    (load as unknown as autocannon.Instance).stop();
    const storm = await load;
    const unexpected = Object.keys(statuses).filter((status) => !ALLOWED.has(Number(status)));
    assert(unexpected.length === 0, `answered ${unexpected.join(', ')}`);
    assert(withoutRetryAfter === 0, `${withoutRetryAfter} refusals without Retry-After`);
    assert(storm.errors === 0 && storm.timeouts === 0, `${storm.errors} errors, ${storm.timeouts} timeouts`);
    assert((statuses[503] ?? 0) > 0, 'nothing was refused: that was no overload');

    const recovered = await eventually('recovery', 10, async () => {
      const after = await autocannon({ url, headers, connections: 10, duration: 1 });
      return after.non2xx === 0 && after.requests.average > calm.requests.average * minRecovered;
    });
    return {
      connections: CAPACITY * times,
      calmPerSecond: Math.round(calm.requests.average),
      answered: statuses[200] ?? 0,
      refused: (statuses[503] ?? 0) + (statuses[429] ?? 0),
      secondsToRecover: round(recovered, 1),
    };
  } finally {
    await clinic.remove();
  }
}

/** Locks a table until a request is refused, so that the load is too much on any machine. */
function holdDatabase(clinic: SoakClinic, isTooMuch: () => boolean) {
  const { promise: locked, resolve, reject } = Promise.withResolvers<void>();
  const held = inDatabase(clinic, ({ transaction }) =>
    transaction(async (query) => {
      await query('lock table public.customers in access exclusive mode');
      resolve();
      for (const deadline = performance.now() + MAX_HOLD_MS; !isTooMuch() && performance.now() < deadline;)
        await pause(20);
    }),
  );
  held.catch(reject);
  return { held, locked };
}

/** An autocannon client event that its published types omit. */
type OnHeaders = (response: { statusCode: number; headers: string[] }) => void;

const onHeaders = (client: autocannon.Client, note: (status: number, names: string[]) => void) =>
  (client as unknown as { on: (event: 'headers', listener: OnHeaders) => void }).on(
    'headers',
    ({ statusCode, headers }) =>
      note(
        statusCode,
        headers.map((part) => part.toLowerCase()),
      ),
  );
