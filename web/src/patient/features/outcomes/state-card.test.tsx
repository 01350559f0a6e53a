import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lifeOf, NOW, type Reported } from '@domain/care-state/testing.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { careOf, type Care } from './care.ts';
import StateCard from './state-card.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' }),
  );
  await loadConfig();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function careAfter(...reported: Reported[]): Care {
  const { results, events } = lifeOf(...reported);
  const logged = results.map(({ id, result, takenOn, receivedAt, cycle }) => ({
    id,
    type: 'PREGNANCY' as const,
    result,
    takenOn,
    takenAt: receivedAt,
    loggedAt: receivedAt,
    cycle,
  }));
  return careOf({ results: logged, events, status: undefined }, NOW)!;
}

function show(...reported: Reported[]): string {
  cleanup();
  render(
    <QueryClientProvider client={queryClient}>
      <StateCard care={careAfter(...reported)} />
    </QueryClientProvider>,
  );
  return document.body.textContent;
}

const LIVES: [string, Reported[]][] = [
  ['Your treatment is paused.', ['pause']],
  ['Your pregnancy', ['positive']],
  ['It’s okay not to be sure', ['unclear']],
  ['Let’s look at this together', ['positive', 'negative']],
  ['We are so sorry.', ['positive', 'loss']],
  ['Your treatment has stopped.', ['stop']],
  ['Let’s look at this together', ['loss', 'stop', 'positive']],
];

test.each(LIVES)('%s', (heading, reported) => {
  const words = show(...reported);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(heading);
  expect(/congratulations/i.test(words)).toBe(heading === 'Your pregnancy');
  expect(words).not.toMatch(/log your|test again|applicator steps|at least|try again/i);
});

test('something can be reported as changed while pregnant or unsure', () => {
  const offered = LIVES.filter(([, reported]) => show(...reported).includes('Something has changed'));
  expect(offered.map(([, reported]) => reported.at(-1))).toEqual([
    'positive',
    'unclear',
    'negative',
    'positive',
  ]);
});

test('Today offers the review of a pregnancy; the card offers it if a call is urgent', () => {
  const offered = LIVES.filter(([, reported]) => show(...reported).includes('Book review'));
  expect(offered.map(([heading]) => heading)).toEqual(Array(2).fill('Let’s look at this together'));
});

test('after a loss, the phone with its hours and 911 are one touch away, and the signs are folded', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      supabaseUrl: 'http://localhost:3000',
      supabaseAnonKey: 'anon-key',
      contacts: { clinicPhone: '+1 212 555 0150', clinicHours: 'Monday to Friday, 9am to 5pm' },
    }),
  );
  await loadConfig();
  const words = show('positive', 'loss');
  expect(words).toContain('Phone hours: Monday to Friday, 9am to 5pm.');
  expect(screen.getByRole('link', { name: 'Call +1 212 555 0150' }).getAttribute('href')).toBe(
    'tel:+12125550150',
  );
  expect(screen.getByRole('link', { name: 'Call 911' }).getAttribute('href')).toBe('tel:911');
  const signs = screen.getByText('bleeding that soaks a pad in an hour, or large clots').closest('details')!;
  expect(signs.open).toBe(false);
  expect(signs.querySelector('summary')!.textContent).toBe('When to get help right away');
});

test('undo is not offered for a loss reported long ago', () => {
  expect(show('positive', 'loss')).not.toContain('Take it back');
});
