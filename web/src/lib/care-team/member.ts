import { queryOptions } from '@tanstack/react-query';
import { TeamSessionAnswer } from '@domain/contracts/team-session.ts';
import { callFunction } from '@/lib/backend/call-function.ts';

/** Who of the care team is signed in. Asked once, as a window that comes to the front is no act. */
export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['team-member', userId],
    queryFn: () => callFunction('team-session', { method: 'GET', answer: TeamSessionAnswer }),
    staleTime: Infinity,
  });

/** Tells the server that somebody is at work, which keeps their session, and hears whether they still may be. */
export const reportAct = () => callFunction('team-session', { answer: TeamSessionAnswer });
