import { queryOptions } from '@tanstack/react-query';
import { TeamTemplatesAnswer } from '@domain/contracts/team/team-templates.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** Note templates, by name. */
export const templatesQuery = queryOptions({
  queryKey: ['team-templates'],
  queryFn: async () =>
    (await callFunction('team-templates', { method: 'GET', answer: TeamTemplatesAnswer })).templates,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: retryOnce,
});
