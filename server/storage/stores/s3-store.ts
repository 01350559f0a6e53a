import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../http/problem.ts';
import type { S3Settings } from '../../settings/settings.ts';
import type { ObjectStore } from './object-store.ts';
import { storeUnavailable } from '../refusals.ts';
import { signS3 } from './s3-signature.ts';
import { checkedVersion } from './version.ts';
import { writeMeasured } from './write-and-hash.ts';

const S3_TIMEOUT_MS = 60_000;
type Sending = { headers?: Record<string, string>; body?: Blob; payloadSha256?: string };

/**
 * Any store that speaks S3. An upload waits in `waitingRoom` until it is complete: S3 wants its length and its hash
 * beforehand, and what the client does not finish never gets there.
 */
export function createS3Store(settings: S3Settings, waitingRoom: string): ObjectStore {
  async function send(method: string, version: string, sending: Sending = {}): Promise<Response> {
    const url = new URL(`${settings.endpoint}/${settings.bucket}/${checkedVersion(version)}`);
    const { body, ...signable } = sending;
    const headers = signS3({ method, url, ...signable }, settings, new Date());
    const impatience = new AbortController();
    // Covers the answer's head alone: a large download may take its time.
    const timer = setTimeout(() => impatience.abort(), S3_TIMEOUT_MS);
    try {
      return await fetch(url, {
        method,
        headers,
        ...(body && { body }),
        redirect: 'error',
        signal: impatience.signal,
      });
    } catch {
      throw storeUnavailable();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    put: async (version, bytes) => {
      const draft = join(waitingRoom, checkedVersion(version));
      try {
        await mkdir(waitingRoom, { recursive: true, mode: 0o700 });
        const measured = await writeMeasured(draft, bytes);
        const body = await openAsBlob(draft);
        await accepted(await send('PUT', version, { body, payloadSha256: measured.sha256 }));
        return measured;
      } catch (error) {
        throw error instanceof Problem ? error : storeUnavailable();
      } finally {
        await rm(draft, { force: true }).catch(() => {}); // it is not worth failing a stored upload for
      }
    },
    get: async (version, range) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const response = await send('GET', version, headers && { headers });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (response.status === (range ? 206 : 200)) return response.body;
      await response.body?.cancel();
      throw storeUnavailable();
    },
    remove: async (version) => {
      const response = await send('DELETE', version);
      if (response.status !== 404) await accepted(response);
    },
  };
}

async function accepted(response: Response): Promise<void> {
  await response.body?.cancel();
  if (!response.ok) throw storeUnavailable();
}
