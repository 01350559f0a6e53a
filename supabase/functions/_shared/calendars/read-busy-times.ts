import { DAY, isoFromInstant } from '../../../../domain/time/instant.ts';
import type { FunctionContext } from '../request/context.ts';
import { ParserOverrun } from '../request/parser.ts';
import { busyTimes, type BusyRead, type BusySpan } from './busy-times.ts';
import { CalendarProblem } from './problem.ts';

/** The longest time in which a call can be booked (`horizon_days`), plus a day for time zones. */
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

/** The thread on our server reports only an error's name. */
const isParserFailure = (error: unknown) => error instanceof Error && error.name.startsWith('ParserFailure');

export const spanRows = (times: BusySpan[]): { from: string; until: string }[] =>
  times.map(([from, until]) => ({ from: isoFromInstant(from), until: isoFromInstant(until) }));
