import {
  ReadBusyTimesRequest,
  type ReadBusyTimesAnswer,
} from '../../../domain/contracts/schedules/read-busy-times.ts';
import type * as z from 'zod/mini';
import { readBusyTimes, spanRows } from '../_shared/calendars/read-busy-times.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';

type Due = { person: string; address: string; zone: string; lease: string };

/** Each takes up to ten seconds of waiting and parsing; our server ends a function after ten. */
const AT_ONCE = 10;
const LEASE_SECONDS = 60;
/** The other calendars wait for the next minute. */
const WORK_FOR = 2_000;

/**
 * Reads the calendars that are due, one at a time. A timer calls it every minute, on any number of servers.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'service',
  input: ReadBusyTimesRequest,
  run: async (_input, context): Promise<z.output<typeof ReadBusyTimesAnswer>> => {
    const began = context.now().getTime();
    const done = { read: 0, failed: 0 };
    for (let turn = 0; turn < AT_ONCE && context.now().getTime() < began + WORK_FOR; turn += 1) {
      const { data } = await context.service
        .rpc('lease_busy_calendar', { p_seconds: LEASE_SECONDS })
        .throwOnError();
      if (data === null) break;
      done[(await settle(data as Due, context)) ? 'read' : 'failed'] += 1;
    }
    return done;
  },
});

async function settle({ person, address, zone, lease }: Due, context: FunctionContext): Promise<boolean> {
  const found = await readBusyTimes(context, { address, zone });
  const isRead = 'times' in found;
  await context.service
    .rpc('settle_busy_calendar', {
      p_person: person,
      p_lease: lease,
      p_problem: isRead ? null : found.problem,
      p_skipped: isRead ? found.skipped : 0,
      p_times: isRead ? spanRows(found.times) : [],
    })
    .throwOnError();
  return isRead;
}
