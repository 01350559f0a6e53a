import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FEELING_HINT, FEELING_TITLE } from '@domain/copy/words.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { PregnancyFeedback } from './pregnancy-feedback.tsx';

async function show(
  feedback: 'positive' | 'first-negative' | 'positive-after-loss',
  contacts?: Record<string, string>,
) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key', contacts }),
  );
  await loadConfig();
  render(<PregnancyFeedback feedback={feedback} offersGuide pending={false} onExit={() => {}} />);
  // It loads later, but must be there before the test ends.
  await screen.findByRole('region', { name: 'How to reach us' });
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each(['positive', 'first-negative'] as const)(
  'under a result, ‘How are you feeling?’ says what it is for: %s',
  async (feedback) => {
    await show(feedback);
    expect(screen.getByRole('link', { name: FEELING_TITLE })).toBeDefined();
    expect(screen.getByText(FEELING_HINT)).toBeDefined();
  },
);

test('next to a positive result the care team speaks for itself', async () => {
  await show('positive');
  expect(screen.getByText('Your care team')).toBeDefined();
});

test('a clinic shows a quote from its own patient', async () => {
  await show('positive', { patientWords: 'I read it three times.', patientWordsFrom: 'Ida, Leeds' });
  expect(screen.getByText('“I read it three times.”')).toBeDefined();
  expect(screen.getByText('Ida, Leeds')).toBeDefined();
  expect(screen.queryByText('Your care team')).toBeNull();
});

test('no one’s story is shown next to a negative result', async () => {
  await show('first-negative', { patientWords: 'I read it three times.' });
  expect(screen.queryByRole('figure')).toBeNull();
});

test('after a loss, a positive test leads to the phone first, because a review may have no time today', async () => {
  await show('positive-after-loss', { clinicPhone: '+1 212 555 0150' });
  const [first] = screen.getAllByRole('link', { name: 'Call +1 212 555 0150' });
  expect(first!.getAttribute('href')).toBe('tel:+12125550150');
  expect(
    first!.compareDocumentPosition(screen.getByRole('button', { name: 'Book review' })) &
      Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  expect(screen.getByText(/We let your clinician know/)).toBeDefined();
});
