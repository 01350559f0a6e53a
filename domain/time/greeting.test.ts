import { expect, test } from 'vitest';
import { timeGreeting } from './greeting.ts';

test.each([
  [0, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('at %i o’clock the greeting is %s', (hour, greeting) => {
  expect(timeGreeting(hour)).toBe(greeting);
});
