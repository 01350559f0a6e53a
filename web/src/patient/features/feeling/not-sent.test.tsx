import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { NotSent } from './not-sent.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['with a number', { clinicPhone: '+1 (555) 0100', emergencyNumber: '911' }, /Call us at .*call 911\.$/],
  [
    'outside the United States without one',
    { clinicTimeZone: 'Europe/London' },
    /Write to your coach at .*use your local emergency number/,
  ],
])('an unsent report says how to reach the clinic and what to do in an emergency, %s', async (...given) => {
  const [, contacts, words] = given;
  Element.prototype.scrollIntoView = vi.fn<() => void>(); // jsdom lacks it
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key', contacts }),
  );
  await loadConfig();
  render(<NotSent />);
  expect(screen.getByText('Not sent. Please call.')).toBeDefined();
  expect(screen.getByRole('region', { name: 'How to reach us' }).textContent).toMatch(words);
  const button = screen.queryByRole('link', { name: 'Call +1 (555) 0100' });
  expect(button === null).toBe(!('clinicPhone' in contacts));
});
