import { fetchCalendar } from './fetch-calendar.ts';

/** Loaded when it is first needed: most functions connect to nothing but the backend. */
export async function calendarFromInternet(address: string): Promise<string> {
  const { internet } = await import('./network.ts');
  return fetchCalendar(internet, address);
}
