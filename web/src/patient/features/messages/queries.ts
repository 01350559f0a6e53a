import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Conversation, Message } from '@domain/messages/conversation.ts';
import { CONCERNS } from '@domain/messages/concerns.ts';
import { FILE_TYPES } from '@domain/messages/files/limits.ts';
import { MAX_PICTURES } from '@domain/messages/pictures/limits.ts';
import { TOPICS } from '@domain/messages/topics.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

/** Refetched, because live updates may be missing. */
const ASK_AGAIN = 15_000;
/** How many are shown at first, and how many are added each time. */
export const NEWEST = 100;
/** The maximum of one server answer. */
const MAX_READS = 1_000;

const ThreadRows = z.array(z.object({ id: z.string(), topic: z.enum(TOPICS) }));

const MessageRow = z.object({
  id: z.string(),
  thread_id: z.string(),
  place: z.number(),
  sender: z.enum(['patient', 'team']),
  text: z.string(),
  by_phone: z.boolean(),
  due_at: z.nullable(z.string()),
  person_name: z.nullable(z.string()),
  created_at: z.string(),
  concern: z.nullable(z.enum(CONCERNS)),
});
const MESSAGE_COLUMNS = 'id,thread_id,place,sender,text,by_phone,due_at,person_name,created_at,concern';

const ReadRows = z.array(
  z.object({ thread_id: z.string(), reader: z.enum(['patient', 'team']), place: z.number() }),
);

const PictureRows = z.array(
  z.object({
    id: z.string(),
    message_id: z.string(),
    place: z.number(),
    name: z.string(),
    type: z.enum(FILE_TYPES),
  }),
);

/** Every conversation, with its newest messages. */
export const conversationsQuery = (userId: string, newest: number) =>
  queryOptions({
    queryKey: ['messages', userId, newest],
    queryFn: () => fetchConversations(userId, newest),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN,
    retry: retryOnce,
  });

async function fetchConversations(userId: string, newest: number): Promise<Conversation[]> {
  const [threads, messages, reads, pictures] = await Promise.all([
    from('message_threads').select('id,topic').eq('user_id', userId),
    from('messages')
      .select(MESSAGE_COLUMNS)
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(newest),
    from('message_reads')
      .select('thread_id,reader,place')
      .eq('user_id', userId)
      .order('read_at', { ascending: false })
      .limit(MAX_READS),
    from('message_pictures')
      .select('id,message_id,place,name,type')
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(MAX_PICTURES * newest),
  ]);
  const written = z.array(MessageRow).parse(dataOf(messages));
  const sent = PictureRows.parse(dataOf(pictures)).toSorted((one, other) => one.place - other.place);
  const read = ReadRows.parse(dataOf(reads));
  const readBy = (who: Message['from'], threadId: string) =>
    Math.max(
      0,
      ...read
        .filter(({ reader, thread_id }) => reader === who && thread_id === threadId)
        .map(({ place }) => place),
    );
  return ThreadRows.parse(dataOf(threads)).map(({ id, topic }) => ({
    id,
    topic,
    messages: written
      .filter(({ thread_id }) => thread_id === id)
      .map((row) =>
        fromRow(
          row,
          sent.filter(({ message_id }) => message_id === row.id),
        ),
      )
      .toSorted((one, other) => one.place - other.place),
    readByPatient: readBy('patient', id),
    readByTeam: readBy('team', id),
  }));
}

const fromRow = (row: z.output<typeof MessageRow>, files: Message['files']): Message => ({
  files,
  id: row.id,
  place: row.place,
  from: row.sender,
  at: instantFromIso(row.created_at),
  dueAt: row.due_at === null ? null : instantFromIso(row.due_at),
  text: row.text,
  byPhone: row.by_phone,
  who: row.person_name,
  concern: row.concern,
});

/** Reports how far the patient has read. */
export const noteReading = (threadId: string, place: number): Promise<void> =>
  callFunction('read-messages', { body: { threadId, place } });
