import * as z from 'zod';

/** A message of Phoenix' channels, in either of its two forms on the wire. */
export type Message = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

export type Version = '1.0.0' | '2.0.0';

/** What somebody sends to a channel; bytes travel as base64 between servers. */
export type Broadcast = { event: string; payload: unknown; bytes?: boolean };

const Ref = z
  .string()
  .max(64)
  .nullish()
  .transform((ref) => ref ?? null);
const Name = z.string().min(1).max(255);
const Listed = z.tuple([Ref, Ref, Name, Name, z.unknown()]);
const Named = z.object({ join_ref: Ref, ref: Ref, topic: Name, event: Name, payload: z.unknown() });

/** Throws on anything that is not a message: what comes in is not to be trusted. */
export function decode(data: Buffer, isBinary: boolean, version: Version): Message {
  if (isBinary) return decodePush(data);
  const json: unknown = JSON.parse(data.toString('utf8'));
  if (version === '1.0.0') {
    const { join_ref: joinRef, ref, topic, event, payload } = Named.parse(json);
    return { joinRef, ref, topic, event, payload };
  }
  const [joinRef, ref, topic, event, payload] = Listed.parse(json);
  return { joinRef, ref, topic, event, payload };
}

export function encode({ joinRef, ref, topic, event, payload }: Message, version: Version): string {
  return JSON.stringify(
    version === '1.0.0'
      ? { join_ref: joinRef, ref, topic, event, payload }
      : [joinRef, ref, topic, event, payload],
  );
}

const PUSH = 3;
const BROADCAST = 4;
const JSON_PAYLOAD = 1;
const PUSH_HEADER = 7;

/** realtime-js' own binary form of a broadcast: the lengths of its parts, the parts, and the payload to the end. */
function decodePush(data: Buffer): Message {
  const [kind, joinRef = 0, ref = 0, topic = 0, event = 0, metadata = 0, encoding] = data;
  if (kind !== PUSH || data.length < PUSH_HEADER) throw new Error('not a broadcast');
  let at = PUSH_HEADER;
  const text = (length: number) => data.toString('utf8', at, (at += length));
  const parts = [joinRef, ref, topic, event, metadata].map(text);
  if (at > data.length) throw new Error('cut short');
  const rest = data.subarray(at);
  const payload: unknown =
    encoding === JSON_PAYLOAD ? JSON.parse(rest.toString('utf8')) : rest.toString('base64');
  return {
    joinRef: parts[0] || null,
    ref: parts[1] || null,
    topic: Name.parse(parts[2]),
    event: 'broadcast',
    payload: { type: 'broadcast', event: parts[3], payload, bytes: encoding !== JSON_PAYLOAD },
  };
}

/** Bytes in the form that only version 2 has. */
export function encodeBytes(topic: string, { event, payload }: Broadcast): Buffer {
  const [to, named] = [Buffer.from(topic), Buffer.from(event)];
  const header = Buffer.from([BROADCAST, to.length, named.length, 0, 0]);
  return Buffer.concat([header, to, named, Buffer.from(String(payload), 'base64')]);
}
