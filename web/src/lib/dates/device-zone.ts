/** IANA name of the zone in which this device shows its times. Temporal answers at once; Intl loads its tables first. */
export const deviceZone = (): string =>
  'Temporal' in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
