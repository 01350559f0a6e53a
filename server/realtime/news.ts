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

const People = z.record(z.string(), z.unknown());
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

/** What one server, or the database itself, tells all servers. */
const News = z.discriminatedUnion('kind', [Broadcast, Presence, Change, SessionEnd]);
export type News = z.infer<typeof News>;

const Parcel = z.object({ kind: z.literal('parcel'), id: z.guid() });
const Notified = z.union([Parcel, News]);

/**
 * Another server may be older, or broken: what it says is looked at as closely as what a client says. Throws on what is
 * no news, which concerns that notification alone.
 */
export async function readNews(
  notification: string,
  fetchParcel: (id: string) => Promise<string>,
): Promise<News> {
  const notified = Notified.parse(JSON.parse(notification));
  return notified.kind === 'parcel' ? News.parse(JSON.parse(await fetchParcel(notified.id))) : notified;
}
