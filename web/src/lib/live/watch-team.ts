import type { QueryClient } from '@tanstack/react-query';
import type { TeamRole } from '@domain/contracts/team/team-session.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { whenIdle } from './when-idle.ts';

/** Many things may happen at once in a clinic: one question answers for all of them. */
const TOGETHER = 1_000;

/** Keeps Today, conversations, the calendar and who is in the team up to date while the workspace is open; without a connection they ask by themselves. */
export function watchTeam(queryClient: QueryClient, role: TeamRole): () => void {
  let [isOver, stop, timer]: [boolean, (() => void) | undefined, ReturnType<typeof setTimeout> | undefined] =
    [false, undefined, undefined];
  let askedAt = -Infinity;
  // The first change is asked for at once; those that follow it closely, together.
  const onChange = () => {
    const wait = Math.max(0, askedAt + TOGETHER - performance.now());
    timer ??= setTimeout(() => {
      timer = undefined;
      askedAt = performance.now();
      for (const shown of ['team-today', 'team-messages', 'team-calendar', 'team-people'])
        void queryClient.invalidateQueries({ queryKey: [shown] });
    }, wait);
  };
  const begin = async () => {
    const { followTeam } = await import('./follow-team.ts');
    stop = await followTeam(role, onChange);
    if (isOver) stop();
  };
  const forget = whenIdle(queryClient, () => {
    begin().catch((error: unknown) => logFailure('Today cannot be followed', error));
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    forget();
    stop?.();
  };
}
