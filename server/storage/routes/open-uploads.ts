import type { Caller } from '../../database/query-types.ts';
import { shareOf } from '../../database/shares.ts';
import { createTokenBuckets } from '../../http/token-bucket.ts';
import { tooManyRequests } from '../../limits.ts';
import { tooManyUploads } from '../refusals.ts';

const MB = 1024 * 1024;

/** Two messages with three pictures each, for a patient whose first try hangs while they send again. */
export const MAX_OF_PERSON = 6;
/** For everyone together, to limit the disk space of drafts. */
const MAX_OPEN_BYTES = 512 * MB;
/** A person's uploads, including refused ones. Each is multiplied by RATE_LIMIT_SCALE. */
const UPLOADS_PER_SECOND = 1;
const UPLOADS_AT_ONCE = 60;

/** Counts an upload until the returned function is called. Throws 429 if there are too many. */
export type OpenUpload = (caller: Caller, bytes: number) => () => void;

/**
 * The server's own programs and functions have no limit here. Functions have their own, and never receive
 * slowly.
 */
export function createOpenUploads({
  rateLimitScale = 1,
  maxOpenBytes = MAX_OPEN_BYTES,
}: { rateLimitScale?: number; maxOpenBytes?: number } = {}): OpenUpload {
  const secondsToWait = createTokenBuckets(
    UPLOADS_PER_SECOND * rateLimitScale,
    Math.max(UPLOADS_AT_ONCE * rateLimitScale, 1),
  );
  const openOf = new Map<string, number>();
  let openBytes = 0;

  return (caller, bytes) => {
    const who = caller.role === 'service_role' ? null : shareOf(caller);
    if (who === null) return () => {};
    const wait = secondsToWait(who, 1);
    if (wait > 0) throw tooManyRequests(wait);
    const open = openOf.get(who) ?? 0;
    if (open >= MAX_OF_PERSON || openBytes + bytes > maxOpenBytes) throw tooManyUploads();
    openOf.set(who, open + 1);
    openBytes += bytes;
    return () => {
      openBytes -= bytes;
      const left = openOf.get(who)! - 1;
      if (left > 0) openOf.set(who, left);
      else openOf.delete(who);
    };
  };
}
