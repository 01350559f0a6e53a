import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { behind, type Break } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

// Unlike our server, Supabase's Storage lets browsers cache private files, refuses tokens with other codes,
// and lists placeholders.

const FILE = 'Letter.pdf';
const FILES = '/storage/v1/object/authenticated/';

/** The clinic's own work, with the service's key. */
async function folderOf(clinic: Clinic, email: string) {
  const [row] = await clinic.sql('select user_id from public.customers where customer_email = $1', [email]);
  const secrets = await readFile(`${clinic.dataFolder}/secrets.json`, 'utf8');
  const { serviceRoleKey } = JSON.parse(secrets) as { serviceRoleKey: string };
  const bucket = `${clinic.url}/storage/v1/object/documents`;
  const path = `${String(row!['user_id'])}/${FILE}`;
  const authorization = `Bearer ${serviceRoleKey}`;
  const send = async (method: string, url: string, type: string, body: string) => {
    const answer = await fetch(url, { method, headers: { authorization, 'content-type': type }, body });
    expect(answer.status).toBe(200);
  };
  return {
    add: (content: string) => send('POST', `${bucket}/${path}`, 'application/pdf', content),
    replace: (content: string) => send('PUT', `${bucket}/${path}`, 'application/pdf', content),
    remove: () => send('DELETE', bucket, 'application/json', JSON.stringify({ prefixes: [path] })),
  };
}

const take = (page: Page) => page.getByRole('button', { name: `Download ${FILE}` }).click();

async function downloaded(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), take(page)]);
  return text(await download.createReadStream());
}

test('a replaced or removed document is requested again, by any signed-in patient @long', async ({
  page,
  clinic,
}) => {
  const [dana, lena] = [await clinic.patient('Dana'), await clinic.patient('Lena')];
  const [danas, lenas] = [await folderOf(clinic, dana), await folderOf(clinic, lena)];
  await danas.add('%PDF-1.4 to Dana');
  await lenas.add('%PDF-1.4 to Lena');
  const keptForAnHour = ({ url }: { url?: string | undefined }) =>
    url?.startsWith(FILES) ? { 'cache-control': 'max-age=3600' } : {};
  await behind(
    clinic,
    () => false,
    async (url) => {
      const portal = { ...clinic, url };
      await signIn(page, portal, dana);
      await page.goto(`${url}/account`);
      expect(await downloaded(page)).toBe('%PDF-1.4 to Dana');
      await danas.replace('%PDF-1.4 to Dana, corrected');
      expect(await downloaded(page)).toBe('%PDF-1.4 to Dana, corrected');
      await danas.remove();
      await take(page);
      await expectToast(page, 'Error', 'Failed to download the document. Please try again.');

      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL(`${url}/auth`);
      await signIn(page, portal, lena);
      await page.goto(`${url}/account`);
      expect(await downloaded(page)).toBe('%PDF-1.4 to Lena');
    },
    keptForAnHour,
  );
});

test('a token that Storage refuses, 400 with a 403 inside, is renewed @long', async ({ page, clinic }) => {
  const email = await clinic.patient('Dana');
  await (await folderOf(clinic, email)).add('%PDF-1.4 to Dana');
  let refusals = 1;
  const refusesOnce: Break = ({ url }, response) => {
    if (!url?.startsWith(FILES) || refusals === 0) return false;
    refusals -= 1;
    const refusal = {
      statusCode: '403',
      error: 'Unauthorized',
      message: '"exp" claim timestamp check failed',
    };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
    return true;
  };
  await behind(clinic, refusesOnce, async (url) => {
    await signIn(page, { ...clinic, url }, email);
    await page.goto(`${url}/account`);
    const renewed = page.waitForResponse(/\/auth\/v1\/token/);
    expect(await downloaded(page)).toBe('%PDF-1.4 to Dana');
    expect((await renewed).status()).toBe(200);
  });
});

test('a folder’s placeholder is not a document @long', async ({ page, clinic }) => {
  const listed: Break = ({ url }, response) => {
    if (!url?.startsWith('/storage/v1/object/list/')) return false;
    const files = ['.emptyFolderPlaceholder', FILE].map((name) => ({ id: `id of ${name}`, name }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(files));
    return true;
  };
  await behind(clinic, listed, async (url) => {
    await signIn(page, { ...clinic, url }, await clinic.patient());
    await page.goto(`${url}/account`);
    const documents = page.getByRole('region', { name: 'Documents' });
    await expect(documents.getByRole('listitem')).toHaveText([`${FILE}Download`]);
  });
});
