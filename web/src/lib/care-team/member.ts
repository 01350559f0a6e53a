import { queryOptions } from '@tanstack/react-query';
import { TeamSessionAnswer } from '@domain/contracts/team/team-session.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { hasSecondFactor } from './second-factor.ts';

/** Who of the care team is signed in. Asked once, as a window that comes to the front is no act. */
export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['team-member', userId],
    queryFn: askMember,
    staleTime: Infinity,
  });

/** The server would refuse whoever has an app and has not shown its code; what is known here is not asked. */
async function askMember() {
  if (!hasSecondFactor() && (await hasApp())) throw new AppError('second_factor_required', '', 403);
  return callFunction('team-session', { method: 'GET', answer: TeamSessionAnswer });
}

async function hasApp(): Promise<boolean> {
  const { data } = await (await auth()).getSession();
  return data.session?.user.factors?.some(({ status }) => status === 'verified') ?? false;
}

/** Tells the server that somebody is at work, which keeps their session, and hears whether they still may be. */
export const reportAct = () => callFunction('team-session', { answer: TeamSessionAnswer });
