import { infiniteQueryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { auditLineOf, auditWords, type AuditWords } from '@domain/audit/audit-words.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

const LogRows = z.array(
  z.object({
    id: z.number(),
    at: z.string(),
    actor_id: z.nullable(z.string()),
    actor_role: z.string(),
    action: z.enum(['read', 'insert', 'update', 'delete']),
    kind: z.string(),
    actor_name: z.nullable(z.string()),
    staff_role: z.nullable(z.string()),
    reason_category: z.nullable(z.string()),
  }),
);
type LogRow = z.output<typeof LogRows>[number];

export type LogEntry = {
  id: number;
  at: Instant;
  /** Someone other than the patient read something without changing it. */
  isOpening: boolean;
  words: AuditWords;
};

const PAGE = 50;
const COLUMNS = 'id,at,actor_id,actor_role,action,kind,actor_name,staff_role,reason_category';

/** What others did with the record, or what the patient did, newest first, one page at a time. */
type Side = 'others' | 'own';
export const recordLogQuery = (userId: string, side: Side) =>
  infiniteQueryOptions({
    queryKey: ['record-log', userId, side],
    queryFn: ({ pageParam }) => fetchLog(userId, side, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (page: LogEntry[]) => (page.length === PAGE ? page.at(-1)!.id : undefined),
    retry: retryOnce,
  });

async function fetchLog(userId: string, side: Side, before: number | null): Promise<LogEntry[]> {
  // The workspace's refusals are the clinic's concern: no one opened anything.
  const query = from('audit_log').select(COLUMNS).eq('subject_id', userId).not('kind', 'like', 'refused*');
  const ofSide =
    side === 'own' ? query.eq('actor_id', userId) : query.or(`actor_id.is.null,actor_id.neq.${userId}`);
  const older = before === null ? ofSide : ofSide.lt('id', before);
  const rows = LogRows.parse(dataOf(await older.order('id', { ascending: false }).limit(PAGE)));
  return rows.map((row) => ({
    id: row.id,
    at: instantFromIso(row.at),
    isOpening: isReading(row) && row.actor_id !== userId,
    words: auditWords(auditLineOf(row), userId),
  }));
}

/** Entering a reason is logged, and starts the access. */
const isReading = ({ action, kind }: LogRow) =>
  action === 'read' || (action === 'insert' && kind === 'record_openings');
