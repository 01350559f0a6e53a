import { zoneName } from '@domain/time/zone-name.ts';

type Option = { value: string; label: string; group?: string };

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

/** Every time zone by its everyday name and its city, the American ones first, the others by region: 'Eastern Time (New York)'. */
export function zoneOptions(now: number, selected?: string): Option[] {
  const others = Intl.supportedValuesOf('timeZone')
    .filter((zone) => !FIRST.includes(zone))
    .map((zone) => ({ value: zone, label: labelOf(zone, now), group: regionOf(zone) }))
    .toSorted((one, other) => ORDER.compare(one.group, other.group) || ORDER.compare(one.label, other.label));
  const known = [...FIRST.map((zone) => optionOf(zone, now)), ...others];
  // This browser may list a zone that was selected on another device under a different name.
  const isKnown = !selected || known.some(({ value }) => value === selected);
  return isKnown ? known : [optionOf(selected, now), ...known];
}

const optionOf = (zone: string, now: number): Option => ({ value: zone, label: labelOf(zone, now) });

const labelOf = (zone: string, now: number): string =>
  `${zoneName(zone, now)} (${zone.split('/').at(-1)!.replaceAll('_', ' ')})`;

const ORDER = new Intl.Collator('en-US');

/** What the first part of a zone's name stands for, where people say it differently. */
const REGIONS: Record<string, string> = { America: 'Americas', Indian: 'Indian Ocean' };

function regionOf(zone: string): string {
  const [region, place] = zone.split('/');
  return place === undefined ? 'Other' : (REGIONS[region!] ?? region!);
}
