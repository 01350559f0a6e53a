import * as z from 'zod';
import { fitsBytes } from './frames.ts';

/** The notifications that servers publish for their clients. The database itself publishes all others. */
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

/** A map, because a key may be any text and `z.record` would drop `__proto__`. */
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
/** A team member's session is locked: it hears nothing of the workspace until it is unlocked and joins again. */
const Lock = z.object({ kind: z.literal('lock'), id: z.string() });
/** Rights in this topic may have changed. */
const RightsChange = z.object({ kind: z.literal('rights'), topic: z.string() });

/** A message on the bus, from a server or the database to all servers. */
const Notification = z.discriminatedUnion('kind', [
  Broadcast,
  Presence,
  Change,
  SessionEnd,
  Lock,
  RightsChange,
]);
export type Notification = z.infer<typeof Notification>;

/** Names a message in `large_payloads`. Servers of an earlier version send no topic. */
const LargePayload = z.object({
  kind: z.literal('large_payload'),
  id: z.guid(),
  topic: z.string().nullish(),
});
const Received = z.union([LargePayload, Notification]);

/**
 * Another server may be older or broken, so its notifications are validated as strictly as clients' messages.
 * Throws on an invalid one, which doesn't affect the others.
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
