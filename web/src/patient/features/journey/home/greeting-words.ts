import { timeGreeting } from '@domain/time/greeting.ts';
import { hourOf } from '@/lib/dates/dates.ts';

/** For the greeting, and for web/src/first-visit. */
export const greetingAt = (now: number): string => timeGreeting(hourOf(now));

export const helloTo = (name: string): string => `Hello, ${name}`;
