import { queryOptions } from '@tanstack/react-query';
import { TeamSessionAnswer } from '@domain/contracts/team/team-session.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { hasSecondFactor } from './second-factor.ts';

/** The signed-in care team member. Requested once, since a window coming to the front is not activity. */
export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['team-member', userId],
    queryFn: askMember,
    staleTime: Infinity,
  });

/**
 * The server would refuse someone who has an app and has not entered its code; what is known here is not
 * asked.
 */
async function askMember() {
  if (!hasSecondFactor() && (await hasApp())) throw new AppError('second_factor_required', '', 403);
  return callFunction('team-session', { method: 'GET', answer: TeamSessionAnswer });
}

async function hasApp(): Promise<boolean> {
  const { data } = await (await auth()).getSession();
  return data.session?.user.factors?.some(({ status }) => status === 'verified') ?? false;
}

/** Reports activity to the server, which keeps the session, and learns whether it may continue. */
export const reportAct = () => callFunction('team-session', { answer: TeamSessionAnswer });
