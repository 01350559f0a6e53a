import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';

/**
 * A part of a file is only of use to a player that has the rest of the same file. One that names another state of it, by
 * `If-Range`, gets all of it (RFC 9110, 13.1.5). We send no ETag, so any ETag is another state.
 */
export const honorIfRange =
  (root: string): MiddlewareHandler =>
  async (context, next) => {
    const known = context.req.header('if-range');
    if (known !== undefined && known !== (await lastModified(join(root, context.req.path))))
      context.req.raw.headers.delete('range');
    return next();
  };

const lastModified = (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ mtime }) => mtime.toUTCString(),
    () => undefined,
  );
