/**
 * The IANA zone in which this device shows times. Temporal answers right away; Intl loads its tables first.
 */
export const deviceZone = (): string =>
  'Temporal' in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
