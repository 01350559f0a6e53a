import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { setUser } from '@/lib/backend/session.ts';
import { useCoach, useCoachWhoWrites } from './care-team.ts';
import { keepOwnCoach } from './own-coach.ts';

afterEach(() => {
  cleanup();
  setUser(null);
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('a promise names the assigned coach, and no one if none is assigned', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      supabaseUrl: 'http://localhost:3000',
      supabaseAnonKey: 'anon-key',
      contacts: { coachName: 'Marisol Vega' },
    }),
  );
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
  // The clinic's contact is everyone's, and has no item for this patient.
  expect(renderHook(useCoach).result.current).toMatchObject({
    name: 'Marisol Vega',
    note: 'Your contact until a coach is assigned to you',
  });
  expect(renderHook(useCoachWhoWrites).result.current).toBe('Your care team');
  keepOwnCoach('robin', { name: 'Ana Reyes', bio: '', email: 'ana@example.com', portrait: null });
  expect(renderHook(useCoachWhoWrites).result.current).toBe('Ana Reyes');
  expect(renderHook(useCoach).result.current.note).toBeUndefined();
});
