import { MINUTES_OF_DAY } from './spans.ts';

const percent = (minutes: number) => `${(minutes / MINUTES_OF_DAY) * 100}%`;

/** Minutes of a day as a position in its column. */
export const inColumn = ({ top, length }: { top: number; length: number }) => ({
  top: percent(top),
  height: percent(length),
});
