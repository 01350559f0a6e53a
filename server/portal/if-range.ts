import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';

/**
 * Part of a file is only useful to a player with the rest of the same file. If `If-Range` names another
 * version, the whole file is sent (RFC 9110, 13.1.5). We send no ETag, so any ETag is another version.
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
