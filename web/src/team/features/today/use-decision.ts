import { useQueryClient } from '@tanstack/react-query';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import type { TeamDecision } from '@domain/contracts/team/team-decide.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';

/**
 * A decision that a dialog asks for. It closes once Today was read again, so that the next dialog starts
 * with what this one changed. After a refusal, which says that something happened in the meantime,
 * `version` is the one that is behind the dialog by then.
 */
export function useDecision(item: TodayItem, onDone: () => void) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useAct<TeamDecision>({ name: 'team-decide', onDone: () => {} });
  const newest = client.getQueryData(todayQuery().queryKey)?.items.find(({ key }) => key === item.key);
  return {
    decide: (act: TeamDecision) => mutate(act, { onSuccess: onDone }),
    isPending,
    error,
    version: error === null || !newest ? item.version : newest.version,
  };
}
