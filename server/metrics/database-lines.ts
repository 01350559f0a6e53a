import type { Database } from '../database/database.ts';
import { each, single } from './metrics.ts';

type DatabaseState = {
  waiting: number;
  parked: number;
  overdue: number;
  retrying: number;
  lastBackup: number;
};

/** The connection pool, the outbox and the last backup. If the database doesn't answer, only that fact. */
export async function databaseLines(database: Database): Promise<string[]> {
  const { total, idle, waiting } = database.load();
  const state = await readState(database).catch(() => null);
  return [
    ...each('portal_database_connections', 'gauge', 'Connections in the pool.', {
      label: 'state',
      values: { busy: total - idle, idle },
    }),
    ...single('portal_database_waiting', 'gauge', 'Requests waiting for a connection.', waiting),
    ...single('portal_database_up', 'gauge', 'Whether the database answers.', state ? 1 : 0),
    ...(state ? stateLines(state) : []),
  ];
}

/**
 * A message is overdue when it has been due for five minutes. A failed one is due again after a growing
 * delay.
 */
async function readState({ query }: Database): Promise<DatabaseState> {
  const { rows } = await query<DatabaseState>(
    `select waiting, overdue, retrying,
       (select count(*)::int from public.outbox where parked_at is not null) as parked,
       coalesce((select round(extract(epoch from (value ->> 'at')::timestamptz))::float8
         from portal_server.facts where name = 'last_backup'), 0) as "lastBackup"
     from (
       select count(*)::int as waiting,
         count(*) filter (where send_after < now() - interval '5 minutes')::int as overdue,
         count(*) filter (where last_error is not null)::int as retrying
       from public.outbox where sent_at is null and dropped_at is null and parked_at is null
     ) as unsent`,
  );
  return rows[0]!;
}

const stateLines = ({ waiting, parked, overdue, retrying, lastBackup }: DatabaseState): string[] => [
  ...each('portal_outbox_messages', 'gauge', 'Emails and texts not sent yet.', {
    label: 'state',
    values: { waiting, parked },
  }),
  ...single('portal_outbox_overdue_messages', 'gauge', 'Due for five minutes and not sent.', overdue),
  ...single('portal_outbox_retrying_messages', 'gauge', 'Failed and waiting to be retried.', retrying),
  ...single(
    'portal_backup_last_success_timestamp_seconds',
    'gauge',
    'When the last backup was made and uploaded; 0 for never.',
    lastBackup,
  ),
];
