import * as z from 'zod';
import { fitsBytes } from './frames.ts';

/** What servers publish for their clients; every other kind is published by the database itself. */
const Broadcast = z
  .object({
    kind: z.literal('broadcast'),
    id: z.string(),
    topic: z.string(),
    event: z.string(),
    payload: z.unknown(),
    /** The payload is bytes in base64. */
    bytes: z.boolean().optional(),
    from: z.string().optional(),
  })
  .refine(({ bytes, ...broadcast }) => !bytes || fitsBytes(broadcast));
export type Broadcast = z.infer<typeof Broadcast>;

/** By key, and a key may be any text: `z.record` would leave `__proto__` out. */
const People = z.custom<Record<string, unknown>>(
  (people) => typeof people === 'object' && people !== null && !Array.isArray(people),
);
const Presence = z.object({
  kind: z.literal('presence'),
  topic: z.string(),
  joins: People,
  leaves: People,
});

const Change = z.object({
  kind: z.literal('change'),
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  key: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  owner: z.string().nullable(),
  at: z.string(),
});
export type Change = z.infer<typeof Change>;

const SessionEnd = z.object({ kind: z.literal('session'), id: z.string() });
/** Rights in this topic may have changed. */
const RightsChange = z.object({ kind: z.literal('rights'), topic: z.string() });

/** A message on the bus, from one server or from the database to all servers. */
const Notification = z.discriminatedUnion('kind', [Broadcast, Presence, Change, SessionEnd, RightsChange]);
export type Notification = z.infer<typeof Notification>;

/** Names a message in `large_payloads`. Servers of an earlier version send no topic. */
const LargePayload = z.object({
  kind: z.literal('large_payload'),
  id: z.guid(),
  topic: z.string().nullish(),
});
const Received = z.union([LargePayload, Notification]);

/**
 * Another server may be older, or broken: its notifications are validated as strictly as what clients send. Throws on an
 * invalid one, which affects no other.
 */
export function readNotification(
  notification: string,
  fetchPayload: (id: string) => Promise<string>,
): { topic: string; read: () => Promise<Notification> } {
  const received = Received.parse(JSON.parse(notification));
  const topic = 'topic' in received ? (received.topic ?? '') : '';
  if (received.kind !== 'large_payload') return { topic, read: async () => received };
  return { topic, read: async () => Notification.parse(JSON.parse(await fetchPayload(received.id))) };
}
