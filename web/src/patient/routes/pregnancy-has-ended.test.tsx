import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EMERGENCY_SIGNS, EMERGENCY_SIGNS_AFTER_LOSS } from '@domain/copy/emergency-signs.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { noteTreatmentDay } from '@/lib/entries/treatment-day.ts';
import PregnancyHasEnded from './pregnancy-has-ended.tsx';

vi.mock('@/lib/backend/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 'robin' }),
}));
vi.mock('@/lib/clinic/clinic.ts', () => ({ clinicSays: () => '' }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function signs(): string[] {
  cleanup();
  render(
    <QueryClientProvider client={queryClient}>
      <PregnancyHasEnded title="The pregnancy has ended" />
    </QueryClientProvider>,
  );
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

test('after a loss the signs are its own, and with a cap in the cap’s too', () => {
  const ofCap = EMERGENCY_SIGNS.signs.at(-1)!;
  expect(ofCap).toContain('take the cap out');
  expect(signs()).toEqual(EMERGENCY_SIGNS_AFTER_LOSS.signs);
  noteTreatmentDay('robin', 'cap-in');
  expect(signs()).toEqual([...EMERGENCY_SIGNS_AFTER_LOSS.signs, ofCap]);
  noteTreatmentDay('robin', 'cap-out');
  expect(signs()).toEqual(EMERGENCY_SIGNS_AFTER_LOSS.signs);
});
