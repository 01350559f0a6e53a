import { isoFromInstant } from '../time/instant.ts';
import { instantOf } from '../time/local.ts';

/** For entries with a day and no time: noon in the reader's zone sorts them into that day. */
export const onDay = (day: string, readerZone: string): { at: string; isDay: true } => ({
  at: isoFromInstant(instantOf(day, '12:00', readerZone)),
  isDay: true,
});
