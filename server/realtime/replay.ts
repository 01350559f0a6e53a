import type { Database } from '../database/database.ts';
import type { Channel } from './hub.ts';
import type { Replay } from './join.ts';

/** The newest stored messages of a topic since that moment, in order and marked as replayed. */
export async function replayMessages(
  database: Database,
  { topic, caller }: Pick<Channel, 'topic' | 'caller'>,
  { since, limit }: Replay,
): Promise<Record<string, unknown>[]> {
  const { rows } = await database.inShare(caller, () =>
    database.query<{ id: string; event: string; payload: unknown }>(
      `select id, event, payload from realtime.messages
       where topic = $1 and private and inserted_at >= timezone('utc', to_timestamp($2::double precision / 1000))
       order by inserted_at desc limit $3`,
      [topic, since, limit],
    ),
  );
  return rows
    .toReversed()
    .map(({ id, event, payload }) => ({ type: 'broadcast', event, payload, meta: { replayed: true, id } }));
}

export async function deleteOldMessages(database: Database): Promise<void> {
  await database.query(
    `delete from realtime.messages where inserted_at < timezone('utc', now()) - interval '1 day'`,
  );
}
