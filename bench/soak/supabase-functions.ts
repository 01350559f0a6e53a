import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { serveFolderWithDeno } from '../../server/testing/deno.ts';
import { assert } from './assert.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The CLI only accepts tokens of this form. */
const ACCESS_TOKEN = `sbp_${'0'.repeat(40)}`;
const REFERENCE = 'abcdefghijklmnopqrst';
const NO_BACKEND = {
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_test"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_test"}',
  SITE_URL: 'https://portal.example.com',
};

type Upload = { verifyJwt: unknown; files: File[] };
type Cli = (args: string[], env: Record<string, string>) => Promise<unknown>;

/**
 * Supabase's own CLI uploads every function. Supabase bundles only what it uploads, so each one must start
 * under Deno from these files alone, and answer a stranger with 401.
 */
export async function deployFunctions(project: string, cli: Cli): Promise<{ functions: number }> {
  const uploads = await uploadsOf(project, cli);
  const entries = await readdir(join(project, 'supabase/functions'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'));
  const missing = names.filter(({ name }) => !uploads.has(name)).map(({ name }) => name);
  assert(missing.length === 0, `not deployed: ${missing.join(', ')}`);
  for (const [name, upload] of uploads) {
    assert(upload.verifyJwt === false, `the gateway would ask for a token of its own before ${name}`);
    const folder = join(project, 'deployed', name);
    await keep(upload.files, folder);
    const { url, stop } = await serveFolderWithDeno(folder, name, NO_BACKEND);
    try {
      const { status } = await fetch(url, { method: 'POST', body: '{}' });
      assert([401, 405].includes(status), `${name} answered ${status} to a stranger`);
    } finally {
      await stop();
    }
  }
  return { functions: uploads.size };
}

async function keep(files: File[], folder: string): Promise<void> {
  for (const file of files) {
    const path = join(folder, file.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.stream());
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** What the CLI sends to a stand-in for Supabase's management API. */
async function uploadsOf(project: string, cli: Cli): Promise<Map<string, Upload>> {
  const uploads = new Map<string, Upload>();
  const api = createServer((request, response) => void answer(request, response, uploads));
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const profile = join(project, 'profile.yaml');
  const fields = { name: 'stand-in', api_url: address, dashboard_url: address, docs_url: address };
  const lines = Object.entries({ ...fields, project_host: '127.0.0.1' });
  await writeFile(profile, lines.map(([key, value]) => `${key}: ${value}\n`).join(''));
  try {
    await cli(['--profile', profile, 'functions', 'deploy', '--use-api', '--project-ref', REFERENCE], {
      SUPABASE_ACCESS_TOKEN: ACCESS_TOKEN,
    });
  } finally {
    api.closeAllConnections();
    api.close();
  }
  return uploads;
}

async function answer(request: IncomingMessage, response: ServerResponse, uploads: Map<string, Upload>) {
  const body = await buffer(request);
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  const name = searchParams.get('slug');
  const isUpload = pathname.endsWith('/functions/deploy') && name !== null;
  if (isUpload) uploads.set(name, await uploadIn(body, request.headers['content-type']!));
  const deployed = { id: crypto.randomUUID(), slug: name, name, status: 'ACTIVE', version: 1 };
  response.writeHead(isUpload ? 201 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isUpload ? deployed : pathname.endsWith('/functions') ? [] : {}));
}

async function uploadIn(body: Buffer<ArrayBuffer>, type: string): Promise<Upload> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const metadata = JSON.parse(form.get('metadata') as string) as { verify_jwt: unknown };
  const files = form.getAll('file').filter((part) => part instanceof File);
  return { verifyJwt: metadata.verify_jwt, files };
}
