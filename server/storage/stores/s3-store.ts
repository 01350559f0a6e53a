import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../http/problem.ts';
import type { S3Settings } from '../../settings/settings.ts';
import type { ObjectStore } from './object-store.ts';
import { storeUnavailable } from '../refusals.ts';
import { signS3 } from './s3-signature.ts';
import { checkedVersion } from './version.ts';
import { writeAndHash } from './write-and-hash.ts';

const S3_TIMEOUT_MS = 60_000;
type S3Request = { headers?: Record<string, string>; body?: Blob; payloadSha256?: string };

/**
 * Any S3-compatible store. An upload is written to `spoolFolder` first, because S3 needs its length and hash
 * in the headers, and so that an unfinished upload is never sent.
 */
export function createS3Store(settings: S3Settings, spoolFolder: string): ObjectStore {
  async function send(method: string, version: string, request: S3Request = {}): Promise<Response> {
    const url = new URL(`${settings.endpoint}/${settings.bucket}/${checkedVersion(version)}`);
    const { body, ...signable } = request;
    const headers = signS3({ method, url, ...signable }, settings, new Date());
    const abort = new AbortController();
    // Only limits the wait for headers. The body of a large download may take longer.
    const timer = setTimeout(() => abort.abort(), S3_TIMEOUT_MS);
    try {
      return await fetch(url, {
        method,
        headers,
        ...(body && { body }),
        redirect: 'error',
        signal: abort.signal,
      });
    } catch {
      throw storeUnavailable();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    put: async (version, bytes) => {
      const draft = join(spoolFolder, checkedVersion(version));
      try {
        await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
        const measured = await writeAndHash(draft, bytes);
        const body = await openAsBlob(draft);
        await assertOk(await send('PUT', version, { body, payloadSha256: measured.sha256 }));
        return measured;
      } catch (error) {
        throw error instanceof Problem ? error : storeUnavailable();
      } finally {
        await rm(draft, { force: true }).catch(() => {}); // no reason to fail an upload that is stored
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
      if (response.status !== 404) await assertOk(response);
    },
  };
}

async function assertOk(response: Response): Promise<void> {
  await response.body?.cancel();
  if (!response.ok) throw storeUnavailable();
}
