import { CalendarProblem } from './problem.ts';

/** The lines about time. Titles, places and people are removed before anything is parsed. */
const NAMES =
  /^(?:BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i;

/** Only lists of dates are longer, and the parser's cost grows with each parameter. */
const MAX_LENGTH = 1_000;
const MAX_PARTS = 30;

function usual(line: string): string {
  const isLong = line.length > MAX_LENGTH && !/^(?:RDATE|EXDATE|FREEBUSY)/i.test(line);
  if (isLong || line.split(';', MAX_PARTS + 1).length > MAX_PARTS) throw new CalendarProblem('too-much');
  return line.trimEnd();
}

/** Unfolded: a long line continues on the next one after a space or tab. */
export const linesAboutTime = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')
    .filter((line) => NAMES.test(line))
    .map(usual)
    .join('\r\n');
