import { infiniteQueryOptions } from '@tanstack/react-query';
import {
  TeamAccessLogAnswer,
  type AccessLine,
  type TeamAccessLog,
} from '@domain/contracts/team/team-access-log.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

// Focusing the window isn't an act, and a refetch would keep an unused session alive.
const asked = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: retryOnce } as const;

function logPage(query: string, before: string | null) {
  const parameters = new URLSearchParams(query);
  if (before !== null) parameters.set('before', before);
  return callFunction(`team-access-log?${parameters}`, { method: 'GET', answer: TeamAccessLogAnswer });
}

/** Every page of 100, up to the newest 10,000 entries. */
const MAX_PAGES = 100;

export async function wholeLog(query: string): Promise<{ lines: AccessLine[]; isWhole: boolean }> {
  const lines: AccessLine[] = [];
  let before: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: TeamAccessLog = await logPage(query, before);
    lines.push(...page.lines);
    before = page.next;
    if (before === null) break;
  }
  return { lines, isWhole: before === null };
}

/** One page at a time, from the newest line. `query` comes from the address, in the function's format. */
export const accessLogQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['team-access-log', query],
    queryFn: ({ pageParam }) => logPage(query, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...asked,
  });
