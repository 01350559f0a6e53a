import { DAY, isoFromInstant } from '../../../../domain/time/instant.ts';
import type { FunctionContext } from '../request/context.ts';
import { ParserOverrun } from '../request/parser.ts';
import { busyTimes, type BusyRead, type BusySpan } from './busy-times.ts';
import { CalendarProblem } from './problem.ts';

/** As far ahead as any call can be booked (`horizon_days`), and a day for the longest zone. */
const DAYS_AHEAD = 366;

type Reading = Pick<FunctionContext, 'fetchCalendar' | 'parse' | 'now'>;

/** When the owner of this calendar is busy from now on, or why no one can say. */
export async function readBusyTimes(
  { fetchCalendar, parse, now }: Reading,
  { address, zone }: { address: string; zone: string },
): Promise<BusyRead> {
  const from = now().getTime();
  try {
    const text = await fetchCalendar(address);
    return await parse(busyTimes, { text, zone, from, until: from + DAYS_AHEAD * DAY });
  } catch (error) {
    if (error instanceof CalendarProblem) return { problem: error.reason };
    if (error instanceof ParserOverrun || isParserFailure(error)) return { problem: 'too-much' };
    throw error;
  }
}

/** Of the thread on our server, which tells no more than a name. */
const isParserFailure = (error: unknown) => error instanceof Error && error.name.startsWith('ParserFailure');

export const spanRows = (times: BusySpan[]): { from: string; until: string }[] =>
  times.map(([from, until]) => ({ from: isoFromInstant(from), until: isoFromInstant(until) }));
