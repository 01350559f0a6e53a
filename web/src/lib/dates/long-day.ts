// A day has no zone: it is read and shown in the same one, so that it stays the same day everywhere.
const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** November 14, 2026, of '2026-11-14'; a text that is no day stays as it is. */
export function longDay(day: string): string {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? day : format.format(start);
}
