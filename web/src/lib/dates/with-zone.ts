import type { Instant } from '@domain/time/instant.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { shownZone } from './shown-zone.ts';

/** A time that no box next to it places: '3:00 pm Eastern Time'. Not for a first screen: Intl takes a phone a sixth of a second. */
export const withZone = (words: string, instant: Instant): string =>
  `${words} ${zoneName(shownZone(), instant)}`;
