import { sentZone } from '@/lib/dates/selected-zone.ts';
import { RECORD_COLUMNS } from '@/patient/features/customer/row.ts';
import { COMPLETED_COLUMNS } from '@/patient/features/journey/row.ts';
import { EVENT_COLUMNS } from '@/patient/features/outcomes/row.ts';
import { RESULT_COLUMNS } from '@/patient/features/results/row.ts';

export type Question = { path: string; headers?: Record<string, string>; isAskedTwice?: true };

type HomeQuestion = 'record' | 'completedPhases' | 'results' | 'outcomes' | 'appointments' | 'cycle' | 'plan';

/** Home's requests, exactly as the portal's clients send them: any difference would request it twice. */
export const homeQuestions = (userId: string): Record<HomeQuestion, Question> => ({
  record: {
    path: rows('customers', RECORD_COLUMNS, userId),
    headers: { accept: 'application/vnd.pgrst.object+json' },
    isAskedTwice: true, // by the gate and by the page
  },
  completedPhases: { path: rows('completed_phases', COMPLETED_COLUMNS, userId) },
  results: { path: `${rows('test_results', RESULT_COLUMNS, userId)}&order=taken_at.desc` },
  outcomes: {
    path: `${rows('outcome_events', EVENT_COLUMNS, userId)}&withdrawn_at=is.null&order=created_at.asc`,
  },
  appointments: {
    path: '/functions/v1/fetch-scheduled-appointments',
    headers: { 'x-client-timezone': sentZone() },
  },
  cycle: { path: '/rest/v1/rpc/own_cycle' },
  plan: { path: '/rest/v1/rpc/own_journey_facts' },
});

function rows(table: string, columns: string, userId: string): string {
  const query = new URLSearchParams({ select: columns, user_id: `eq.${userId}` });
  return `/rest/v1/${table}?${query.toString()}`;
}
