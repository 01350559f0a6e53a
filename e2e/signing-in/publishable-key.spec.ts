import { readFile } from 'node:fs/promises';
import { createKeys } from '../../server/auth/keys.ts';
import type { Secrets } from '../../server/settings/settings.ts';
import { PUBLISHABLE, settings, startProject } from '../../supabase/tests/keys/project.ts';
import { expect, test } from '../support/fixtures.ts';

test('a patient signs in and reads at home in a project with a publishable key and tokens of ES256', async ({
  page,
  clinic,
}) => {
  const secrets = JSON.parse(await readFile(`${clinic.dataFolder}/secrets.json`, 'utf8')) as Secrets;
  const server = { url: clinic.url, keys: createKeys(secrets) };
  const { gateway, stop } = await startProject(server, settings(server)['the new names only']);
  try {
    const email = await clinic.patient();
    const keys = new Set<string | undefined>();
    const refused: string[] = [];
    page.on('request', (request) => {
      if (/\/(auth|rest|functions)\/v1\//.test(request.url())) keys.add(request.headers()['apikey']);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${gateway.url}/auth`);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send Verification Code' }).click();
    await page.getByLabel('Verification code').fill(await clinic.code(email));
    await expect(page).toHaveURL(`${gateway.url}/home`);
    await expect(page.getByText('Robin')).toBeVisible();
    await page.getByRole('link', { name: 'My Coach' }).first().click();
    await expect(page.getByText("You don't have any upcoming calls.")).toBeVisible();
    expect([...keys]).toEqual([PUBLISHABLE]);
    expect(refused).toEqual([]);
  } finally {
    await stop();
  }
});
