import type { Answered, Ask, Asking } from '../request/ask.ts';
import { notSignedIn } from '../answer/problem.ts';
import { keyHeaders } from '../request/project-keys.ts';
import { reaching } from '../answer/reach.ts';

/**
 * The storage service with the service's key. We choose the names of folders and files, so they need no
 * encoding.
 */
export type FileTools = {
  /** Null if there is no such file. */
  read: (bucket: string, name: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Keeps an existing file with this name. */
  add: (
    bucket: string,
    name: string,
    file: { type: string; bytes: Uint8Array<ArrayBuffer> },
  ) => Promise<void>;
  remove: (bucket: string, names: string[]) => Promise<void>;
  /** A path on the backend that lets anyone download the file for this many seconds. */
  link: (bucket: string, name: string, given: { seconds: number; as: string }) => Promise<string>;
};

// The storage service's maximum per request.
const MAX_FILES = 1_000;

type Reached = { url: string; secretKey: string; fetch: Ask };

export function fileTools(backend: Reached): FileTools {
  const ask = reaching(backend.fetch);
  const stored = (path: string, { headers, ...asking }: Partial<Asking> = {}) =>
    ask(`${backend.url}/storage/v1/object/${path}`, {
      ...asking,
      headers: { ...keyHeaders(backend.secretKey), ...headers },
    });

  return {
    read: async (bucket, name) => {
      const answer = await stored(`authenticated/${bucket}/${name}`);
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await expectRefusal(answer, '404');
      return null;
    },
    add: async (bucket, name, { type, bytes }) => {
      const answer = await stored(`${bucket}/${name}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: bytes,
      });
      if (answer.ok) await answer.text();
      else await expectRefusal(answer, '409');
    },
    remove: async (bucket, names) => {
      for (let at = 0; at < names.length; at += MAX_FILES) {
        const answer = await stored(bucket, json('DELETE', { prefixes: names.slice(at, at + MAX_FILES) }));
        const text = await answer.text();
        if (!answer.ok) throw failure(answer, text);
      }
    },
    link: async (bucket, name, { seconds, as }) => {
      const answer = await stored(`sign/${bucket}/${name}`, json('POST', { expiresIn: seconds }));
      const text = await answer.text();
      if (!answer.ok) throw failure(answer, text);
      const { signedURL } = JSON.parse(text) as { signedURL: string };
      return `/storage/v1${signedURL}&download=${as}`;
    },
  };
}

const json = (method: string, body: unknown): Asking => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Supabase's Storage answers most refusals with status 400, and the actual status in the body. */
async function expectRefusal(answer: Answered, statusCode: '404' | '409'): Promise<void> {
  const text = await answer.text();
  if (!text.includes(`"statusCode":"${statusCode}"`)) throw failure(answer, text);
}

/** Our server's storage stops a function's work for a session as soon as that session ends. */
const failure = ({ status }: Answered, text: string): Error =>
  text.includes('"code":"session_not_found"') ? notSignedIn() : new Error(`storage answered ${status}`);
