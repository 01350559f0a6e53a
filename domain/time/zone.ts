/// <reference lib="esnext.temporal" />
import { DAY, MINUTE, type Instant } from './instant.ts';
import { memoize } from './memoize.ts';

type OffsetAt = (instant: Instant) => number;

/** Where an American clinic's clocks are until an administrator has set its time zone: people never read UTC. `private.zone_of_clinic` has the same. */
export const UNSET_CLINIC_ZONE = 'America/New_York';

/** Runtimes accept other abbreviations too: IST for India, which PostgreSQL reads as Israel. */
const THREE_LETTERS = /^(?:UTC|GMT|UCT|CET|EET|MET|WET|EST|MST|HST|PRC|ROC|ROK)$/i;

/** An IANA name that this runtime knows. Offsets such as +05:30 are not places and have no clock changes. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || (name.length === 3 && !THREE_LETTERS.test(name))) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** How far the zone's clocks are ahead of UTC at that moment, in milliseconds. */
export const offsetAt = (instant: Instant, zone: string): number => zones(zone)(instant);

/** The first moment after `from`, up to `until`, at which the zone's clocks no longer show the offset of `from`. */
export const changeBetween = (from: Instant, until: Instant, zone: string): Instant =>
  firstChange(from, until, zones(zone));

const formatOf = memoize(
  1_000,
  (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
);

/** Temporal answers right away; Intl's first format takes a phone a sixth of a second. */
const offsetReader = (zone: string): OffsetAt =>
  'Temporal' in globalThis
    ? (instant) =>
        Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
    : (instant) => readOffset(formatOf(zone).format(instant));

// A lookup takes microseconds, thousands of times for a day of slots. A zone changes its clocks at most
// once a day, so one entry per day covers every moment in it.
const zones = memoize(1_000, (name: string): OffsetAt => {
  const ask = offsetReader(name);
  const dayOf = memoize(800, (day: number) => {
    const start = day * DAY;
    const [before, after] = [ask(start), ask(start + DAY)];
    return { before, after, changesAt: before === after ? start : firstChange(start, start + DAY, ask) };
  });
  return (instant) => {
    const day = dayOf(Math.floor(instant / DAY));
    return instant < day.changesAt ? day.before : day.after;
  };
});

function readOffset(text: string): number {
  const [, sign, hours, minutes, seconds = '0'] = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * 1_000;
  return sign === '-' ? -size : size;
}

function firstChange(from: Instant, until: Instant, offset: OffsetAt): Instant {
  const before = offset(from);
  let [same, changed] = [from, until];
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offset(middle) === before) same = middle;
    else changed = middle;
  }
  return changed;
}
