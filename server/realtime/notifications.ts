import * as z from 'zod';
import { fitsBytes } from './frames.ts';

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

/** By name, and a name may be any text: a record would leave `__proto__` out. */
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
/** What somebody may do in this topic may have changed. */
const RightsChange = z.object({ kind: z.literal('rights'), topic: z.string() });

/** What one server, or the database itself, tells all servers. */
const News = z.discriminatedUnion('kind', [Broadcast, Presence, Change, SessionEnd, RightsChange]);
export type News = z.infer<typeof News>;
/** What servers say for their clients; the rest the database says by itself. */
export type Saying = z.infer<typeof Broadcast>;

/** A server of an earlier version does not say its parcels' topics. */
const Parcel = z.object({ kind: z.literal('parcel'), id: z.guid(), topic: z.string().nullish() });
const Notified = z.union([Parcel, News]);

/**
 * Another server may be older, or broken: what it says is looked at as closely as what a client says. Throws on what is
 * no news, which concerns that notification alone.
 */
export function readNotification(
  notification: string,
  fetchParcel: (id: string) => Promise<string>,
): { topic: string; read: () => Promise<News> } {
  const notified = Notified.parse(JSON.parse(notification));
  const topic = 'topic' in notified ? (notified.topic ?? '') : '';
  if (notified.kind !== 'parcel') return { topic, read: async () => notified };
  return { topic, read: async () => News.parse(JSON.parse(await fetchParcel(notified.id))) };
}
