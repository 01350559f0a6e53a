import { isoFromInstant, MINUTE, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { weekdayName } from '../time/words.ts';
import { timeInZone } from '../time/zoned-words.ts';

/** A local time, '3:45 pm', with the day if it is another one. */
export function wallClock(at: Instant, now: Instant, zone: string): string {
  const date = localDate(at, zone);
  const day = date === localDate(now, zone) ? '' : `${weekdayName(date)} at `;
  return `${day}${timeInZone(at, zone)}`;
}

/** 'at 3:45 pm', 'on Monday at 3:45 pm'. */
export const atWallClock = (at: Instant, now: Instant, zone: string): string =>
  `${localDate(at, zone) === localDate(now, zone) ? 'at' : 'on'} ${wallClock(at, now, zone)}`;

/** '4:59:30', '29:05': rounded up, so a timer that shows zero has ended. */
export function countdown(left: number): string {
  const [hours, minutes, seconds] = isoFromInstant(Math.ceil(left / 1_000) * 1_000)
    .slice(11, 19)
    .split(':');
  return Number(hours) > 0 ? `${Number(hours)}:${minutes}:${seconds}` : `${Number(minutes)}:${seconds}`;
}

/** For screen readers, which should not hear every second: '5 hours', '1 hour 20 minutes', 'less than a minute'. */
export function leftInWords(left: number): string {
  const whole = Math.ceil(left / MINUTE);
  const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
  if (left < MINUTE) return 'less than a minute';
  return [count(hours, 'hour'), count(minutes, 'minute')].filter(Boolean).join(' ');
}

/** For a single line: '5 hr', '1 hr 20 min'. */
export function leftInShort(left: number): string {
  const whole = Math.ceil(left / MINUTE);
  const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
  return [hours && `${hours} hr`, minutes && `${minutes} min`].filter(Boolean).join(' ');
}

const count = (number: number, word: string) => (number ? `${number} ${word}${number === 1 ? '' : 's'}` : '');
