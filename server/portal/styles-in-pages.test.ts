import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { buildPortal } from './build.ts';

beforeAll(async () => {
  await buildPortal();
});

test.each(['/auth', '/home', '/account', '/no/such/page'])(
  '%s may use the styles that stand in it and no others',
  async (path) => {
    const { url } = await withTestServer();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await fetch(url + path, { headers: { 'accept-encoding': encoding } });
      const [, styles] = /<style>([\s\S]*?)<\/style>/.exec(await response.text()) ?? [];
      const hashes = styles ? [` 'sha256-${createHash('sha256').update(styles).digest('base64')}'`] : [];
      expect(hashes).toHaveLength(path === '/no/such/page' ? 0 : 1);
      expect(response.headers.get('content-security-policy')).toContain(
        `style-src 'self'${hashes.join('')};`,
      );
    }
  },
);
