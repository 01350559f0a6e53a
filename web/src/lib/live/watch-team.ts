import type { QueryClient } from '@tanstack/react-query';
import type { TeamRole } from '@domain/contracts/team/team-session.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { together } from './together.ts';
import { whenIdle } from './when-idle.ts';

/** One request covers everything that happens in a clinic within a second. */
const TOGETHER = 1_000;

/** Only people who care for patients follow patients' events. The office follows its own data. */
const topicOf = (role: TeamRole) => (role === 'administrator' ? 'team:office' : 'team:today');

/**
 * Keeps Today, conversations, the calendar and the team list up to date while the workspace is open;
 * offline they poll.
 */
export const watchTeam = (queryClient: QueryClient, role: TeamRole): (() => void) =>
  watchTopic(queryClient, topicOf(role), () => {
    for (const shown of ['team-today', 'team-messages', 'team-calendar', 'team-people', 'team-email-changes'])
      void queryClient.invalidateQueries({ queryKey: [shown] });
  });

/** Keeps an open record up to date. `ask` reloads it, which does not count as the reader's activity. */
export const watchRecord = (queryClient: QueryClient, patient: string, ask: () => void): (() => void) =>
  watchTopic(queryClient, `team:record:${patient}`, ask);

function watchTopic(queryClient: QueryClient, topic: string, ask: () => void): () => void {
  let [isOver, stop]: [boolean, (() => void) | undefined] = [false, undefined];
  const change = together(TOGETHER, ask);
  const begin = async () => {
    const { followTopic } = await import('./follow-topic.ts');
    stop = await followTopic(topic, change.now);
    if (isOver) stop();
  };
  const forget = whenIdle(queryClient, () => {
    begin().catch((error: unknown) => logFailure('Live updates failed', error));
  });
  return () => {
    isOver = true;
    change.stop();
    forget();
    stop?.();
  };
}
