import type ICAL from 'ical.js';
import { addDays, type LocalDate } from '../../../../domain/time/day.ts';
import { DAY, type Instant } from '../../../../domain/time/instant.ts';

import type { BusyProblem } from '../../../../domain/booking/busy-problems.ts';
import type { Parser } from '../request/parser.ts';
import { CalendarProblem } from './problem.ts';
import { linesAboutTime } from './lines-about-time.ts';
import { isUsualRule } from './usual-rule.ts';
import { zonesOf, type ZoneOf } from './zones-of.ts';

/** `zone` is the owner's: for whole days, and times without a zone. */
export type BusyAsked = { text: string; zone: string; from: Instant; until: Instant };
export type BusySpan = [from: Instant, until: Instant];
/** `skipped` counts events that no one could read. */
export type BusyRead = { times: BusySpan[]; skipped: number } | { problem: BusyProblem };

type Ical = typeof ICAL;
type Component = ICAL.Component;
type Window = Pick<BusyAsked, 'from' | 'until'>;
type Reading = Window & { ical: Ical; zoneOf: ZoneOf; budget: Budget };

/** Our server ends the parser's thread after five seconds; on Supabase these bounds alone do. */
const MAX_STEPS = 200_000;
const MAX_MS = 2_000;
const MAX_SPANS = 20_000;

/** When the owner of a calendar (RFC 5545) is busy, between two moments. Titles, places and people are never read. */
export const busyTimes: Parser<BusyAsked, BusyRead> = {
  name: 'busy-times',
  parse: async (asked) => {
    const { default: ical } = await import('ical.js');
    try {
      return busyIn(ical, asked);
    } catch (error) {
      return { problem: error instanceof CalendarProblem ? error.reason : 'not-a-calendar' };
    }
  },
};

function busyIn(ical: Ical, { text, zone, from, until }: BusyAsked): BusyRead {
  const calendars = calendarsIn(ical, linesAboutTime(text));
  const budget = new Budget();
  const spans: BusySpan[] = [];
  let skipped = 0;
  for (const calendar of calendars) {
    const reading = {
      ical,
      from,
      until,
      budget,
      zoneOf: zonesOf(ical, calendar, zone, () => budget.spend()),
    };
    for (const component of calendar.getAllSubcomponents('vfreebusy'))
      spans.push(...freeBusyOf(component, reading));
    const events = calendar.getAllSubcomponents('vevent');
    const moved = movedIn(events, reading);
    for (const event of events) {
      budget.spend();
      try {
        spans.push(...spansOf(event, reading, moved));
      } catch (error) {
        if (error instanceof CalendarProblem) throw error;
        skipped += 1;
      }
      if (spans.length > MAX_SPANS) throw new CalendarProblem('too-much');
    }
  }
  return { times: joined(spans), skipped };
}

class Budget {
  #steps = 0;
  readonly #until = performance.now() + MAX_MS;

  spend(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS || performance.now() > this.#until) throw new CalendarProblem('too-much');
  }
}

function calendarsIn(ical: Ical, text: string): Component[] {
  const parsed = ical.parse(text) as unknown[];
  // One calendar is an array that begins with its name; several are an array of those.
  const all = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][];
  const calendars = all.filter(([name]) => name === 'vcalendar').map((one) => new ical.Component(one));
  if (calendars.length === 0) throw new CalendarProblem('not-a-calendar');
  return calendars;
}

const textIn = (event: Component, name: string): string =>
  String(event.getFirstPropertyValue(name) ?? '').toUpperCase();

/** Canceled, or an event during which its owner can be booked. */
const isFree = (event: Component): boolean =>
  textIn(event, 'status') === 'CANCELLED' ||
  textIn(event, 'transp') === 'TRANSPARENT' ||
  textIn(event, 'x-microsoft-cdo-busystatus') === 'FREE';

/** The occurrences of repeated events that have an event of their own, by UID. */
function movedIn(events: Component[], { zoneOf }: Reading): Map<string, Set<Instant>> {
  const moved = new Map<string, Set<Instant>>();
  for (const event of events) {
    const property = event.getFirstProperty('recurrence-id');
    const time = property?.getFirstValue() as ICAL.Time | undefined;
    if (!property || !time) continue;
    const uid = textIn(event, 'uid');
    const known = moved.get(uid) ?? new Set();
    moved.set(uid, known.add(zoneOf(property)(time)));
  }
  return moved;
}

function spansOf(event: Component, reading: Reading, moved: Map<string, Set<Instant>>): BusySpan[] {
  const property = event.getFirstProperty('dtstart');
  if (!property) throw new TypeError('no start');
  if (isFree(event)) return [];
  const start = property.getFirstValue() as ICAL.Time;
  if (!(start instanceof reading.ical.Time)) throw new TypeError('no time');
  const endOf = endsAfter(event, start, reading);
  const instant = reading.zoneOf(property);
  const isMoved = event.hasProperty('recurrence-id');
  const except = isMoved ? new Set<Instant>() : (moved.get(textIn(event, 'uid')) ?? new Set());
  const skips = exceptionsOf(event, reading);
  const spans: BusySpan[] = [];
  const add = (time: ICAL.Time, at: Instant, until = endOf(time, at)) => {
    const isSkipped = except.has(at) || skips.instants.has(at) || skips.days.has(dayOf(time));
    if (!isSkipped && until > at && at < reading.until && until > reading.from)
      spans.push([Math.max(at, reading.from), Math.min(until, reading.until)]);
  };
  const rules = isMoved ? [] : event.getAllProperties('rrule');
  if (rules.length === 0) add(start, instant(start));
  for (const rule of rules)
    repeat(rule.getFirstValue() as ICAL.Recur, start, { ...reading, instant }, (time, at) => add(time, at));
  if (!isMoved)
    for (const extra of event.getAllProperties('rdate'))
      for (const value of extra.getValues() as (ICAL.Time | ICAL.Period)[]) {
        reading.budget.spend();
        const { begin, end } = boundsOf(value, reading.ical);
        const at = reading.zoneOf(extra)(begin);
        add(begin, at, end ? reading.zoneOf(extra)(end) : undefined);
      }
  return spans;
}

/** When the clocks change, all-day events keep their number of days and other events keep their hours. */
function endsAfter(event: Component, start: ICAL.Time, { ical, zoneOf }: Reading) {
  const property = event.getFirstProperty('dtend');
  const end = property?.getFirstValue() as ICAL.Time | undefined;
  const duration = event.getFirstPropertyValue('duration') as ICAL.Duration | null;
  const startsAt = zoneOf(event.getFirstProperty('dtstart')!);
  if (start.isDate) {
    const days = end
      ? daysFrom(start, end)
      : duration instanceof ical.Duration
        ? Math.ceil(duration.toSeconds() / 86_400)
        : 1;
    return (time: ICAL.Time, _at: Instant) =>
      startsAt(timeOfDay(ical, addDays(dayOf(time), Math.max(days, 1))));
  }
  const length =
    property && end
      ? zoneOf(property)(end) - startsAt(start)
      : duration instanceof ical.Duration
        ? duration.toSeconds() * 1_000
        : 0;
  return (_time: ICAL.Time, at: Instant) => at + length;
}

type Repeating = Reading & { instant: (time: ICAL.Time) => Instant };

/** By the wall clock of the event's zone, as RFC 5545 has it: 9:00 stays 9:00 when the clocks change. */
function repeat(
  rule: ICAL.Recur,
  start: ICAL.Time,
  { ical, budget, until, instant }: Repeating,
  onTime: (time: ICAL.Time, at: Instant) => void,
): void {
  if (!(rule instanceof ical.Recur) || !isUsualRule(rule, start)) throw new TypeError('unusual rule');
  const last = rule.until;
  const endless = rule.clone();
  // Compared here: the library compares a moment in UTC with the wall clock.
  endless.until = null;
  const iterator = endless.iterator(wallClock(ical, start));
  for (let time = iterator.next(); time; time = iterator.next()) {
    budget.spend();
    const at = instant(time);
    if (at >= until || (last && isAfter(time, at, last, instant))) return;
    onTime(time, at);
  }
}

/** A last day without a time includes that day. */
function isAfter(
  time: ICAL.Time,
  at: Instant,
  last: ICAL.Time,
  instant: (time: ICAL.Time) => Instant,
): boolean {
  return last.isDate ? dayOf(time) > dayOf(last) : at > instant(last);
}

function exceptionsOf(event: Component, { zoneOf, budget }: Reading) {
  const [instants, days] = [new Set<Instant>(), new Set<LocalDate>()];
  for (const property of event.getAllProperties('exdate'))
    for (const time of property.getValues() as ICAL.Time[]) {
      budget.spend();
      if (time.isDate) days.add(dayOf(time));
      else instants.add(zoneOf(property)(time));
    }
  return { instants, days };
}

/** Published free/busy times, as Exchange has them. */
function freeBusyOf(component: Component, { ical, from, until, zoneOf, budget }: Reading): BusySpan[] {
  return component.getAllProperties('freebusy').flatMap((property) => {
    if (String(property.getParameter('fbtype') ?? 'BUSY').toUpperCase() === 'FREE') return [];
    return (property.getValues() as ICAL.Period[]).flatMap((period): BusySpan[] => {
      budget.spend();
      const { begin, end } = boundsOf(period, ical);
      const [at, ends] = [zoneOf(property)(begin), end ? zoneOf(property)(end) : Number.NEGATIVE_INFINITY];
      return ends > at && at < until && ends > from ? [[Math.max(at, from), Math.min(ends, until)]] : [];
    });
  });
}

function boundsOf(value: ICAL.Time | ICAL.Period, ical: Ical): { begin: ICAL.Time; end: ICAL.Time | null } {
  if (value instanceof ical.Period) return { begin: value.start, end: value.getEnd() };
  if (value instanceof ical.Time) return { begin: value, end: null };
  throw new TypeError('no time');
}

/** Without its zone: rules run on the wall clock. */
const wallClock = (ical: Ical, { year, month, day, hour, minute, second, isDate }: ICAL.Time): ICAL.Time =>
  new ical.Time({ year, month, day, hour, minute, second, isDate }, ical.Timezone.localTimezone);

const timeOfDay = (ical: Ical, day: LocalDate): ICAL.Time => ical.Time.fromDateString(day);

const dayOf = ({ year, month, day }: ICAL.Time): LocalDate =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

const daysFrom = (start: ICAL.Time, end: ICAL.Time): number =>
  Math.round((utcDay(end) - utcDay(start)) / DAY);
const utcDay = ({ year, month, day }: ICAL.Time): number => Date.UTC(year, month - 1, day);

/** Sorted, with spans that touch joined. */
function joined(spans: BusySpan[]): BusySpan[] {
  const result: BusySpan[] = [];
  for (const [from, until] of spans.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else result.push([from, until]);
  }
  return result;
}
