import * as z from 'zod';
import { readJson } from '../../supabase/functions/_shared/answer/json.ts';

/** A Phoenix channel message, in either of its two wire formats. */
export type Message = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
  /** The payload is bytes in base64. Only the binary format has such payloads. */
  bytes?: boolean;
};

export type Version = '1.0.0' | '2.0.0';

/** The prefix that Supabase's clients put before a topic's name. */
export const PREFIX = 'realtime:';

const Ref = z
  .string()
  .max(64)
  .nullish()
  .transform((ref) => ref ?? null);
const Name = z.string().min(1).max(255);

const Listed = z.tuple([Ref, Ref, Name, Name, z.unknown()]);
const Named = z.object({ join_ref: Ref, ref: Ref, topic: Name, event: Name, payload: z.unknown() });

/** Throws on anything that isn't a message, because input can't be trusted. */
export function decode(data: Buffer, isBinary: boolean, version: Version): Message {
  if (isBinary) return decodePush(data);
  const json = readJson(data.toString('utf8'));
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
const BYTES_PAYLOAD = 0;
const JSON_PAYLOAD = 1;
const PUSH_HEADER = 7;
/** A length in a binary header is one byte. */
const MAX_NAME_BYTES = 255;
const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** realtime-js' own binary form of a broadcast: the lengths of its parts, the parts, and the payload to the end. */
function decodePush(data: Buffer): Message {
  const [kind, joinRef = 0, ref = 0, topic = 0, event = 0, metadata = 0, encoding] = data;
  if (kind !== PUSH || data.length < PUSH_HEADER) throw new Error('not a broadcast');
  if (encoding !== BYTES_PAYLOAD && encoding !== JSON_PAYLOAD) throw new Error('not an encoding');
  let at = PUSH_HEADER;
  // Strict, because the replacement for an invalid sequence is longer and might not fit into a header.
  const text = (length: number) => strictText.decode(data.subarray(at, (at += length)));
  const parts = [joinRef, ref, topic, event, metadata].map(text);
  if (at > data.length) throw new Error('cut short');
  const rest = data.subarray(at);
  const bytes = encoding === BYTES_PAYLOAD;
  const payload: unknown = bytes ? rest.toString('base64') : readJson(rest.toString('utf8'));
  return {
    joinRef: parts[0] || null,
    ref: parts[1] || null,
    topic: Name.parse(parts[2]),
    event: 'broadcast',
    payload: { type: 'broadcast', event: parts[3], payload },
    bytes,
  };
}

type Named = { topic: string; event: string; payload: unknown };

/** Whether it can be encoded as bytes: a base64 payload, and names whose lengths fit into the header. */
export const fitsBytes = ({ topic, event, payload }: Named): boolean =>
  typeof payload === 'string' &&
  [PREFIX + topic, event].every((name) => Buffer.byteLength(name) <= MAX_NAME_BYTES);

/** A base64 payload as a binary frame, which only version 2 of the protocol has. */
export function encodeBytes({ topic, event, payload }: Named): Buffer {
  const [to, named] = [Buffer.from(PREFIX + topic), Buffer.from(event)];
  const header = Buffer.from([BROADCAST, to.length, named.length, 0, 0]);
  return Buffer.concat([header, to, named, Buffer.from(String(payload), 'base64')]);
}
