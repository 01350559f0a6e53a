import { expect, test } from 'vitest';
import type { Thread } from './queries.ts';
import { statusWords } from './use-conversations.ts';

const NOW = Date.parse('2026-11-19T15:00:00Z');
const thread: Thread = {
  id: 'a0000000-0000-4000-8000-000000000001',
  patientId: 'a0000000-0000-4000-8000-000000000002',
  topic: 'Something else',
  readByPatient: 0,
  lastAt: '2026-11-19T14:00:00Z',
  lastFrom: 'patient',
  asks: false,
  waiting: null,
};

test('the timeline says where a conversation stands: answered only if the care team replied last', () => {
  expect(statusWords({ ...thread, lastFrom: 'team' }, 'America/New_York', NOW)).toBe(
    'The care team replied last.',
  );
  expect(statusWords(thread, 'America/New_York', NOW)).toBe('No reply needed.');
  expect(statusWords({ ...thread, asks: true }, 'America/New_York', NOW)).toBe('Asked to talk to someone.');
  const waiting = {
    id: thread.id,
    since: thread.lastAt,
    dueAt: '2026-11-19T17:00:00Z',
    stage: 'fresh',
  } as const;
  expect(statusWords({ ...thread, waiting }, 'America/New_York', NOW)).toBe(
    'Waiting for a reply, due by 12:00 pm.',
  );
});
