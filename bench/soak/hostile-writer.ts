import { randomUUID } from 'node:crypto';
import { HOSTILE_MARKDOWN } from '../../domain/content/testing.ts';
import { MAX_PICTURE_BYTES } from '../../domain/messages/pictures/limits.ts';
import { chunk, header, jpeg, png, segment } from '../../domain/messages/pictures/testing.ts';
import { assert } from './assert.ts';
import { ask, runAttack } from './attacker.ts';
import type { Visitor } from './clinic.ts';

export type HostileWriterSetup = {
  url: string;
  /** Each has a full day's pictures. */
  patients: Visitor[];
  clinician: { headers: Record<string, string> };
};
export type HostileWrites = { pictures: number; notes: number };

/** As often as fits in a picture. */
function packed(part: Uint8Array): Uint8Array {
  const count = Math.floor((MAX_PICTURE_BYTES - 1_000) / part.length);
  const all = new Uint8Array(count * part.length);
  for (let at = 0; at < count; at += 1) all.set(part, at * part.length);
  return all;
}

const between = (more: Uint8Array) => png([header(8, 8), more, chunk('IDAT', 'data'), chunk('IEND')]);

const part = Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n');

const PICTURES: [type: string, bytes: Uint8Array][] = [
  ['image/jpeg', jpeg([packed(segment(0xdb, ''))])],
  ['image/jpeg', jpeg([packed(segment(0xfe, ''))])],
  ['image/jpeg', jpeg([packed(Uint8Array.from([0xff, 0xff]))])],
  ['image/png', between(packed(chunk('IDAT')))],
  ['image/png', between(packed(chunk('tEXt')))],
  ['image/png', between(chunk('IDAT', new Uint8Array(MAX_PICTURE_BYTES - 1_000)))],
  ['multipart/form-data; boundary=b', Buffer.concat([packed(part), Buffer.from('--b--\r\n')])],
];

/** As long as a note may be, and as expensive to parse as possible. */
const NOTES = HOSTILE_MARKDOWN.flatMap(([, text]) => [text, text.slice(0, 2_000)]);

/** A hostile picture or note may be answered with done, refused, or a time to try again. */
const ALLOWED = new Set([200, 400, 404, 409, 413, 422, 429]);

async function post(url: string, headers: Record<string, string>, body: BodyInit): Promise<unknown> {
  const answer = await ask(url, { method: 'POST', headers, body });
  if (!answer) return {};
  assert(ALLOWED.has(answer.status), `${new URL(url).pathname} answered ${answer.status}`);
  return answer.text === '' ? {} : (JSON.parse(answer.text) as unknown);
}

/** Sends pictures that are expensive to read, and signs such notes, three of each at once. */
await runAttack(async (setup, signal, begun): Promise<HostileWrites> => {
  const { url, patients, clinician } = setup as HostileWriterSetup;
  const written: HostileWrites = { pictures: 0, notes: 0 };

  const sendPictures = async (first: number) => {
    for (let next = first; !signal.aborted; next += 1) {
      const { id, headers } = patients[next % patients.length]!;
      const [type, bytes] = PICTURES[next % PICTURES.length]!;
      const picture = randomUUID();
      await post(
        `${url}/storage/v1/object/message-uploads/${id}/${picture}`,
        { ...headers, 'content-type': type },
        bytes as Uint8Array<ArrayBuffer>,
      );
      const message = { topic: 'The kit', text: 'A picture', files: [picture] };
      await post(`${url}/functions/v1/send-message`, headers, JSON.stringify(message));
      written.pictures += 1;
      if (written.notes > 0) begun();
    }
  };

  const signNotes = async (first: number) => {
    const headers = { ...clinician.headers, 'content-type': 'application/json' };
    const act = (body: object) => post(`${url}/functions/v1/team-notes`, headers, JSON.stringify(body));
    for (let next = first; !signal.aborted; next += 1) {
      const draft = {
        action: 'save',
        patientId: patients[0]!.id,
        kind: 'consultation',
        reference: 'initial-consultation',
        title: 'A note',
        date: new Date().toISOString().slice(0, 10),
        text: NOTES[next % NOTES.length],
      };
      const { id: noteId, version } = (await act(draft)) as { id?: string; version?: number };
      if (noteId) await act({ action: 'sign', noteId, version });
      if (noteId) await act({ action: 'discard', noteId });
      written.notes += 1;
      if (written.pictures > 0) begun();
    }
  };

  await Promise.all([0, 1, 2].flatMap((first) => [sendPictures(first), signNotes(first)]));
  return written;
});
