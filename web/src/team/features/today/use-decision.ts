import { useQueryClient } from '@tanstack/react-query';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import type { TeamDecision } from '@domain/contracts/team/team-decide.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';

/**
 * A decision made in a dialog. The dialog closes once Today has loaded again, so that the next one starts
 * with current data. After a refusal because something happened meanwhile, `version` is the one now behind
 * the dialog.
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
