import { isoFromInstant, type Instant } from './instant.ts';

type Method = 'REQUEST' | 'CANCEL' | 'PUBLISH';

/** A calendar file (RFC 5545) with one event, from that event's lines. */
export const icalendar = (method: Method, event: string[]): string => icalendarOf(method, [event]);

/** The same with any number of events, and lines about the calendar itself. */
export function icalendarOf(method: Method, events: string[][], about: string[] = []): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bea//Patient portal//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...about,
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Instants in UTC: every calendar shows them in its owner's zone, and no zone rules need to be included. */
export const utc = (instant: Instant): string =>
  `${isoFromInstant(instant).slice(0, 19).replace(/[-:]/g, '')}Z`;

export const text = (words: string): string =>
  withoutControls(words.replace(/\r\n?/g, '\n'))
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');

// A parameter has no escapes: between quotes anything is allowed except a quote and a line break.
export const parameter = (words: string): string =>
  `"${withoutControls(words.replace(/[\r\n]+/g, ' ')).replaceAll('"', "'")}"`;

const withoutControls = (words: string): string => words.replace(/[^\P{Cc}\n]/gu, '');

const MAX_OCTETS = 75;

/** A long line continues on the next one after a space, and no character is split. */
function folded(line: string): string {
  let [result, octets] = ['', 0];
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MAX_OCTETS) [result, octets] = [`${result}\r\n `, 1];
    result += character;
    octets += size;
  }
  return result;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
