import { zoneName } from '@domain/time/zone-name.ts';

type Option = { value: string; label: string };

/** The zones most American patients and clinics look for. */
const FIRST = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** Every time zone by its everyday name and its city, the American ones first: 'Eastern Time (New York)'. */
export function zoneOptions(now: number, selected?: string): Option[] {
  const others = Intl.supportedValuesOf('timeZone')
    .filter((zone) => !FIRST.includes(zone))
    .map((zone) => optionOf(zone, now))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en-US'));
  const known = [...FIRST.map((zone) => optionOf(zone, now)), ...others];
  // This browser may list a zone that was selected on another device under a different name.
  const isKnown = !selected || known.some(({ value }) => value === selected);
  return isKnown ? known : [optionOf(selected, now), ...known];
}

const optionOf = (zone: string, now: number): Option => ({
  value: zone,
  label: `${zoneName(zone, now)} (${zone.split('/').at(-1)!.replaceAll('_', ' ')})`,
});
