import { isDatabaseError, type AsCallerOptions } from '../database/database.ts';
import type { Caller } from '../database/query-types.ts';
import { kindOf, problemOf } from '../http/answer-problem.ts';
import { RestError } from '../rest/errors.ts';
import type { Services } from '../services.ts';
import { PREFIX } from './frames.ts';
import type { Channel, Hub } from './hub.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { Limits } from './limits.ts';
import type { Change } from './notifications.ts';
import { isAbout, mayReceive, restQuery, type ChangesRequest, type Subscription } from './subscription.ts';

type Columns = { name: string; type: string }[];
type Interest = { channel: Channel; subscription: Subscription };

// Leaves most connections to requests, because clients wait for those.
const MAX_CONCURRENT_READS = 3;

export class CannotSubscribe extends Error {}

/**
 * Sends changes in published tables to their subscribers. Each row is read again as each subscriber, so that
 * no one gets a row they may not see.
 */
export function createChanges({ database, log, runRest }: Services, hub: Hub, limits: Limits) {
  let lastId = 0;
  const reads = createKeyedQueue({
    concurrency: MAX_CONCURRENT_READS,
    maxQueued: limits.changesWaitingPerUser,
  });

  /** Refuses a subscription that could never be answered, with the error that reading would give. */
  async function subscribe(caller: Caller, asked: ChangesRequest): Promise<Subscription> {
    const tables = await database.inShare(caller, () => published(asked));
    if (tables.length === 0)
      throw new CannotSubscribe(`${asked.schema}.${asked.table ?? '*'} cannot be followed`);
    if (asked.table != null && asked.table !== '*')
      await rowsOf(caller, asked.table, `${restQuery(asked)}&limit=0`);
    else if (asked.filter) throw new CannotSubscribe('A filter needs a table');
    lastId += 1;
    return { ...asked, id: lastId };
  }

  async function published({ schema, table }: ChangesRequest): Promise<unknown[]> {
    const { rows } = await database.query(
      `select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = $1
       and coalesce(nullif($2, '*'), tablename) = tablename`,
      [schema, table ?? null],
    );
    return rows;
  }

  async function rowsOf(
    caller: Caller,
    table: string,
    query: string,
    turn?: AsCallerOptions['turn'],
  ): Promise<Record<string, unknown>[]> {
    const request = new Request(`http://realtime.internal/rest/v1/${encodeURIComponent(table)}?${query}`);
    try {
      const { body } = await runRest(caller, request, { kind: 'relation', name: table }, turn);
      return JSON.parse(body!) as Record<string, unknown>[];
    } catch (error) {
      if (error instanceof RestError) throw new CannotSubscribe(error.message);
      if (isDatabaseError(error) && error.code === '42501') throw new CannotSubscribe(error.message);
      throw error;
    }
  }

  function interestsIn(change: Change): Interest[] {
    const recipients = [...hub.all()].filter(({ caller }) => mayReceive(caller, change));
    return recipients.flatMap((channel) =>
      channel.subscriptions
        .filter((subscription) => isAbout(subscription, change))
        .map((subscription) => ({ channel, subscription })),
    );
  }

  /** Looks up the person's subscriptions again: since the notification came, channels may have closed. */
  async function deliver(change: Change, who: string): Promise<void> {
    const interests = interestsIn(change).filter(({ channel }) => personOf(channel) === who);
    if (interests.length === 0) return;
    const columns = await reads.withSlot(() => columnsOf(change));
    const readers = Map.groupBy(
      interests,
      ({ channel, subscription }) => `${channel.caller.claims} ${restQuery(subscription, change.key)}`,
    );
    for (const group of readers.values()) await sendToGroup(group, change, columns);
  }

  async function columnsOf({ schema, table }: Change): Promise<Columns> {
    const { rows } = await database.query<Columns[number]>(
      `select attname as name, typname as type from pg_attribute join pg_type on pg_type.oid = atttypid
       where attrelid = format('%I.%I', $1::text, $2::text)::regclass and attnum > 0 and not attisdropped order by attnum`,
      [schema, table],
    );
    return rows;
  }

  /** Everyone in a group has the same credential and the same query. */
  async function sendToGroup(group: Interest[], change: Change, columns: Columns): Promise<void> {
    const { channel, subscription } = group[0]!;
    try {
      const record = await recordFor(channel.caller, subscription, change);
      if (!record) return;
      for (const interest of group) send(interest, change, columns, record);
    } catch (error) {
      if (!(error instanceof CannotSubscribe))
        onLostChange(
          error,
          group.map((interest) => interest.channel),
        );
    }
  }

  async function recordFor(caller: Caller, subscription: Subscription, change: Change) {
    if (change.type === 'DELETE') return {};
    const query = restQuery(subscription, change.key);
    // Takes the permit within the caller's share, so that no one holds one while waiting behind their own
    // requests.
    const [row] = await rowsOf(caller, change.table, query, (work) => reads.withSlot(work));
    return row ?? null;
  }

  /**
   * A change that can never be read is dropped. When the database gave no answer, the change may be visible, so its
   * subscribers are disconnected: they reconnect and read everything again instead of missing it silently.
   */
  function onLostChange(error: unknown, subscribers: Iterable<Channel>): void {
    log('realtime failed', { part: 'change', kind: kindOf(error) }, error);
    if (!isTransient(error)) return;
    for (const { socket } of subscribers) socket.close(1011, 'A change could not be read');
  }

  const subscribersOf = (who: string): Channel[] =>
    [...hub.all()].filter((channel) => channel.subscriptions.length > 0 && personOf(channel) === who);

  return {
    subscribe,
    /** Delivered to each person in order. Other notifications don't wait for it. */
    onChange(change: Change): void {
      for (const who of new Set(interestsIn(change).map(({ channel }) => personOf(channel)))) {
        const isQueued = reads.enqueue(who, () =>
          deliver(change, who).catch((error: unknown) => onLostChange(error, subscribersOf(who))),
        );
        if (isQueued) continue;
        for (const { socket } of subscribersOf(who)) socket.close(1013, 'Too many changes wait');
      }
    },
  };
}

const personOf = ({ caller: { userId, role } }: Channel): string => userId ?? role;

function send(interest: Interest, change: Change, columns: Columns, record: Record<string, unknown>): void {
  const { channel, subscription } = interest;
  const { schema, table, type, key, at } = change;
  const known = type === 'DELETE' ? key : record;
  const data = {
    schema,
    table,
    type,
    commit_timestamp: at,
    columns: columns.filter(({ name }) => name in known),
    errors: null,
    ...(type !== 'DELETE' && { record }),
    ...(type !== 'INSERT' && { old_record: key }),
  };
  const payload = { ids: [subscription.id], data };
  channel.socket.send({
    joinRef: null,
    ref: null,
    topic: PREFIX + channel.topic,
    event: 'postgres_changes',
    payload,
  });
}

/** The database was unavailable, this person's share was full, or the transaction should be retried. */
const isTransient = (error: unknown): boolean =>
  [429, 503].includes(problemOf(error).status) ||
  (isDatabaseError(error) && error.code?.startsWith('40') === true);
