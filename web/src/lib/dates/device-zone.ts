/**
 * The IANA zone in which this device shows times, a place or not (domain/time/place.ts). Temporal answers right away; Intl loads its tables first.
 */
export const deviceZone = (): string =>
  'Temporal' in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
