import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { buildPortal } from './build.ts';

beforeAll(async () => {
  await buildPortal();
});

test.each(['/auth', '/home', '/account', '/no/such/page'])(
  '%s allows only its own inline styles and scripts',
  async (path) => {
    const { url } = await withTestServer();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await fetch(url + path, { headers: { 'accept-encoding': encoding } });
      const html = await response.text();
      const hashes = (inline: RegExp) =>
        [...html.matchAll(inline)].map(
          ([, content]) => ` 'sha256-${createHash('sha256').update(content!).digest('base64')}'`,
        );
      const [styles, scripts] = [hashes(/<style>([^]*?)<\/style>/g), hashes(/<script>([^]*?)<\/script>/g)];
      expect(styles).toHaveLength(path === '/no/such/page' ? 0 : 1);
      expect(scripts).toHaveLength(['/home', '/auth'].includes(path) ? 1 : 0);
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain(`; script-src 'self'${scripts.join('')}; style-src 'self'${styles.join('')};`);
    }
  },
);
