import { timeGreeting } from '@domain/time/greeting.ts';

/** For the greeting, and for web/src/first-visit. */
export const greetingAt = (now: number): string => timeGreeting(new Date(now).getHours());

export const helloTo = (name: string): string => `Hello, ${name}`;
