import { isDatabaseError, type AsCallerOptions } from '../database/database.ts';
import type { Caller } from '../database/query-types.ts';
import { kindOf, problemOf } from '../http/answer-problem.ts';
import { RestError } from '../rest/errors.ts';
import type { Services } from '../services.ts';
import { PREFIX } from './frames.ts';
import type { Channel, Hub } from './hub.ts';
import type { Limits } from './limits.ts';
import type { Change } from './notifications.ts';
import { isAbout, mayHear, restQuery, type AskedChanges, type Subscription } from './subscription.ts';
import { createTurns } from './keyed-queue.ts';

type Columns = { name: string; type: string }[];
type Interest = { channel: Channel; subscription: Subscription };

// Leaves most of the connections to those who wait for an answer.
const AT_ONCE = 3;

export class CannotFollow extends Error {}

/** Follows the published tables for those who asked. Each row is read again as each of them: what they may not see stays unsent. */
export function createChanges({ database, log, runRest }: Services, hub: Hub, limits: Limits) {
  let lastId = 0;
  const turns = createTurns({ atOnce: AT_ONCE, mostInLine: limits.changesWaitingPerUser });

  /** Refuses what could never be answered, in the words of the part that reads. */
  async function subscribe(caller: Caller, asked: AskedChanges): Promise<Subscription> {
    const tables = await database.inShare(caller, () => published(asked));
    if (tables.length === 0)
      throw new CannotFollow(`${asked.schema}.${asked.table ?? '*'} cannot be followed`);
    if (asked.table != null && asked.table !== '*')
      await rowsOf(caller, asked.table, `${restQuery(asked)}&limit=0`);
    else if (asked.filter) throw new CannotFollow('A filter needs a table');
    lastId += 1;
    return { ...asked, id: lastId };
  }

  async function published({ schema, table }: AskedChanges): Promise<unknown[]> {
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
      if (error instanceof RestError) throw new CannotFollow(error.message);
      if (isDatabaseError(error) && error.code === '42501') throw new CannotFollow(error.message);
      throw error;
    }
  }

  function interestsIn(change: Change): Interest[] {
    const hearing = [...hub.all()].filter(({ caller }) => mayHear(caller, change));
    return hearing.flatMap((channel) =>
      channel.subscriptions
        .filter((subscription) => isAbout(subscription, change))
        .map((subscription) => ({ channel, subscription })),
    );
  }

  /** Looks anew at what the person follows: since the change was heard of they may have gone. */
  async function deliver(change: Change, who: string): Promise<void> {
    const interests = interestsIn(change).filter(({ channel }) => personOf(channel) === who);
    if (interests.length === 0) return;
    const columns = await turns.piece(() => columnsOf(change));
    const readers = Map.groupBy(
      interests,
      ({ channel, subscription }) => `${channel.caller.claims} ${restQuery(subscription, change.key)}`,
    );
    for (const group of readers.values()) await tell(group, change, columns);
  }

  async function columnsOf({ schema, table }: Change): Promise<Columns> {
    const { rows } = await database.query<Columns[number]>(
      `select attname as name, typname as type from pg_attribute join pg_type on pg_type.oid = atttypid
       where attrelid = format('%I.%I', $1::text, $2::text)::regclass and attnum > 0 and not attisdropped order by attnum`,
      [schema, table],
    );
    return rows;
  }

  /** Those of a group have the same credential and the same question. */
  async function tell(group: Interest[], change: Change, columns: Columns): Promise<void> {
    const { channel, subscription } = group[0]!;
    try {
      const record = await recordFor(channel.caller, subscription, change);
      if (!record) return;
      for (const interest of group) send(interest, change, columns, record);
    } catch (error) {
      if (!(error instanceof CannotFollow))
        lose(
          error,
          group.map((interest) => interest.channel),
        );
    }
  }

  async function recordFor(caller: Caller, subscription: Subscription, change: Change) {
    if (change.type === 'DELETE') return {};
    const question = restQuery(subscription, change.key);
    // The turn comes after the share: waiting behind their own questions, nobody takes a turn from others.
    const [row] = await rowsOf(caller, change.table, question, (work) => turns.piece(work));
    return row ?? null;
  }

  /**
   * A change that cannot be told concerns itself alone. Only when the database gave no answer must its followers come
   * back, to read everything anew: the change is real, and nothing real may be missed in silence.
   */
  function lose(error: unknown, followers: Iterable<Channel>): void {
    log('realtime failed', { part: 'change', kind: kindOf(error) }, error);
    if (!mayPass(error)) return;
    for (const { socket } of followers) socket.close(1011, 'A change could not be read');
  }

  const followersOf = (who: string): Channel[] =>
    [...hub.all()].filter((channel) => channel.subscriptions.length > 0 && personOf(channel) === who);

  return {
    subscribe,
    /** To each person in order, and beside everything else that is heard. */
    hear(change: Change): void {
      for (const who of new Set(interestsIn(change).map(({ channel }) => personOf(channel)))) {
        const isInLine = turns.lineUp(who, () =>
          deliver(change, who).catch((error: unknown) => lose(error, followersOf(who))),
        );
        if (isInLine) continue;
        for (const { socket } of followersOf(who)) socket.close(1013, 'Too many changes wait');
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

/** The database was away, busy with this person's other questions, or wants the statement again. */
const mayPass = (error: unknown): boolean =>
  [429, 503].includes(problemOf(error).status) ||
  (isDatabaseError(error) && error.code?.startsWith('40') === true);
