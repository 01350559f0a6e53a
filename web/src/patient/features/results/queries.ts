import { queryOptions, useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { TestResult } from '@domain/results/results.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { refreshRecords, retryOnce } from '@/lib/backend/query-client.ts';
import { RESULT_COLUMNS } from './row.ts';

export type LoggedResult = TestResult & {
  loggedAt: Instant;
  /** The test's treatment cycle, if it has one. */
  cycle: number | null;
  /** The day in the patient's calendar at that time. */
  takenOn: LocalDate;
  /** The care team member who logged it for the patient. */
  loggedBy?: string | null;
};

const Row = z.object({
  id: z.string(),
  result_type: z.enum(['ovulation', 'PREGNANCY']),
  result: z.string(),
  cycle_number: z.nullable(z.number()),
  taken_on: z.string(),
  taken_at: z.string(),
  created_at: z.string(),
  logged_by_name: z.nullable(z.string()),
});

/** Every result, newest first. */
export const resultsQuery = (userId: string) =>
  queryOptions({ queryKey: ['test-results', userId], queryFn: () => fetchResults(userId), retry: retryOnce });

async function fetchResults(userId: string): Promise<LoggedResult[]> {
  const answer = await from('test_results')
    .select(RESULT_COLUMNS)
    .eq('user_id', userId)
    .order('taken_at', { ascending: false });
  return resultsIn(dataOf(answer));
}

export const resultsIn = (rows: unknown): LoggedResult[] =>
  z
    .array(Row)
    .parse(rows)
    .map((row) => ({
      id: row.id,
      type: row.result_type,
      result: row.result,
      cycle: row.cycle_number,
      takenOn: row.taken_on,
      takenAt: instantFromIso(row.taken_at),
      loggedAt: instantFromIso(row.created_at),
      loggedBy: row.logged_by_name,
    }));

/** Undoes a result logged by mistake, and its effects on the plan. */
export function useDeleteResult(onDeleted: () => void, failure = 'Failed to delete the result.') {
  return useMutation({
    networkMode: 'always',
    mutationFn: deleteResult,
    onSuccess: onDeleted,
    onSettled: refreshRecords,
    meta: { failure },
  });
}

async function deleteResult(id: string): Promise<void> {
  const deleted = dataOf(await from('test_results').delete().eq('id', id).select('id'));
  // Row level security silently skips a result that is older than a day.
  if (Array.isArray(deleted) && deleted.length === 0) throw new AppError('too_late');
}
