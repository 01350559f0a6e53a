import type ICAL from 'ical.js';
import { type Instant } from '../../../../domain/time/instant.ts';
import { instantOf } from '../../../../domain/time/local.ts';
import { isTimeZone } from '../../../../domain/time/zone.ts';
import { isUsualRule } from './usual-rule.ts';

type Ical = typeof ICAL;
type InstantOf = (time: ICAL.Time) => Instant;
/** Turns the times of a property into moments. */
export type ZoneOf = (property: ICAL.Property) => InstantOf;

const two = (part: number) => String(part).padStart(2, '0');
const dateOf = ({ year, month, day }: ICAL.Time) =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

const by =
  (zone: string): InstantOf =>
  (time) =>
    instantOf(dateOf(time), time.isDate ? '00:00' : `${two(time.hour)}:${two(time.minute)}`, zone);

const inUtc: InstantOf = ({ year, month, day, hour, minute, second }) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/**
 * By the zone's IANA name if it has one, also behind a prefix; else by the definition in the calendar, such as Outlook's
 * 'Eastern Standard Time'; else by the owner's own zone, as for times without any.
 */
export function zonesOf(ical: Ical, calendar: ICAL.Component, own: string, spend: () => void): ZoneOf {
  const known = new Map<string, InstantOf>();
  const defined = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .filter(isUsual)
      .map((component) => [String(component.getFirstPropertyValue('tzid')), component]),
  );

  function named(tzid: string): InstantOf {
    const iana = [tzid, tzid.split('/').slice(-2).join('/')].find(isTimeZone);
    if (iana) return by(iana);
    const component = defined.get(tzid);
    spend();
    return component ? byDefinition(ical, component, tzid) : by(own);
  }

  return (property) => {
    const tzid = String(property.getParameter('tzid') ?? '').replaceAll('"', '');
    if (!known.has(tzid)) known.set(tzid, tzid === '' ? by(own) : named(tzid));
    const local = known.get(tzid)!;
    return (time) => {
      if (time.isDate) return by(own)(time);
      return time.zone === ical.Timezone.utcTimezone ? inUtc(time) : local(time);
    };
  };
}

function byDefinition(ical: Ical, component: ICAL.Component, tzid: string): InstantOf {
  for (const part of partsOf(component)) startLater(part);
  const zone = new ical.Timezone({ component, tzid });
  return (time) => inUtc(time) - zone.utcOffset(time) * 1_000;
}

/** Clocks change by a yearly rule or on given days. */
const isUsual = (zone: ICAL.Component): boolean =>
  partsOf(zone)
    .flatMap((part) => part.getAllProperties('rrule'))
    .every((rule) => {
      const value = rule.getFirstValue() as ICAL.Recur | null;
      return value?.freq === 'YEARLY' && value.interval === 1 && isUsualRule(value, ANY_START);
    });

const partsOf = (zone: ICAL.Component): ICAL.Component[] =>
  ['standard', 'daylight'].flatMap((name) => zone.getAllSubcomponents(name));

const EARLIEST = 1970;
const ANY_START = { year: EARLIEST, month: 1 };

/** Outlook's rules begin in 1601, and the library counts every year since. */
function startLater(part: ICAL.Component): void {
  const start = part.getFirstPropertyValue('dtstart') as ICAL.Time | null;
  if (start && part.hasProperty('rrule') && start.year < EARLIEST) start.year = EARLIEST;
}
