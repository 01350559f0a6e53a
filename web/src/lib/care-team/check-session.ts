import { queryClient } from '@/lib/backend/query-client.ts';
import { refusalIn } from './refusal.ts';

/** A refusal that is about the session and not about the patient: the entrance asks who is there, and knows what follows. */
export function checkSession(error: unknown): void {
  const refusal = refusalIn(error);
  if (refusal === 'ended' || refusal === 'factor')
    void queryClient.invalidateQueries({ queryKey: ['team-member'] });
}
