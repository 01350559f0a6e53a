import { timeGreeting } from '@domain/time/greeting.ts';
import { selectedZone } from '@/lib/dates/selected-zone.ts';

/** Small, because web/src/first-visit uses it too and is part of every page. */
export const greetingAt = (now: number): string => timeGreeting(hourAt(now));

export const helloTo = (name: string): string => `Hello, ${name}`;

function hourAt(now: number): number {
  const timeZone = selectedZone();
  if (timeZone === null) return new Date(now).getHours();
  return Number(
    new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(now),
  );
}
