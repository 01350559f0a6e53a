import { queryClient } from '@/lib/backend/query-client.ts';
import { refusalIn } from './refusal.ts';

/**
 * A refusal about the session and not about the patient: the entrance checks who is signed in and what to
 * do.
 */
export function checkSession(error: unknown): void {
  const refusal = refusalIn(error);
  if (refusal === 'ended' || refusal === 'factor' || refusal === 'locked')
    void queryClient.invalidateQueries({ queryKey: ['team-member'] });
}
