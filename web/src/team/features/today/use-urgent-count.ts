import { useQuery } from '@tanstack/react-query';
import { useTitlePrefix } from '@/components/layout/use-document-title.ts';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { useNotifications } from './notifications.ts';

/** On every page: the number of urgent items in the tab's title, and notifications for new items. */
export function useUrgentCount(member: TeamSession): void {
  const { data } = useQuery(todayQuery());
  const urgent = data?.items.filter((item) => item.urgent).length ?? 0;
  useTitlePrefix(urgent === 0 ? '' : `(${urgent}) `);
  useNotifications(data?.items, member);
}
