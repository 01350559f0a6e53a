import { behind, type Break } from '../support/broken-server.ts';
import { expect, signIn, test } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'block' });

test('a page from an older release that can no longer be opened is replaced by the new one', async ({
  page,
  clinic,
}) => {
  let released = false;
  const release: Break = ({ url, headers }, response) => {
    if (!released) return false;
    if (url?.startsWith('/assets/')) response.writeHead(404).end();
    else if (headers.accept?.includes('json')) return false;
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>The new release</h1>');
    return true;
  };
  await behind(clinic, release, async (url) => {
    await signIn(page, { ...clinic, url }, await clinic.patient());
    // Home's later files have loaded, so the next requested file belongs to the other page.
    await expect(page.getByRole('button', { name: 'Mark as complete' })).toBeVisible();
    await page.waitForFunction(
      (names) => {
        const files = performance.getEntriesByType('resource').map(({ name }) => name);
        return names.every((name) => files.some((file) => file.includes(`/assets/${name}-`)));
      },
      ['next-step', 'after-first-screen', 'live-changes'],
    );
    released = true;
    await page.getByRole('link', { name: 'Learn' }).click();
    await expect(page.getByRole('heading', { name: 'The new release' })).toBeVisible();
  });
});
