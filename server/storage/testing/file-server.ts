import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { clientOf, signIn } from '../../auth/testing/patients.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

export type Files = SupabaseClient['storage'];
export type Person = { id: string; token: string; files: Files; client: SupabaseClient };
export type FileServer = TestServer & {
  dataFolder: string;
  /** Everything in the data folder, at any depth. */
  filesOnDisk: () => Promise<string[]>;
};

/** A server with its own folder for files. */
export async function startFileServer(
  environment: NodeJS.ProcessEnv = {},
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<FileServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'bea-files-'));
  const server = await startTestServer({ DATA_DIR: dataFolder, ...environment }, options);
  return {
    ...server,
    dataFolder,
    filesOnDisk: async () => {
      const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    stop: async () => {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export async function patient(server: TestServer, email: string, { consented = true } = {}): Promise<Person> {
  const { client, session } = await signIn(server, email);
  if (consented) {
    await server.database.query(
      'update public.customers set privacy_policy_accepted = true, data_usage_consent = true where user_id = $1',
      [session.user.id],
    );
  }
  return { id: session.user.id, token: session.access_token, files: client.storage, client };
}

export const anonymous = (server: TestServer): Files => clientOf(server).storage;

export const service = (server: TestServer): Files =>
  createClient(server.url, server.keys.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).storage;

export const PDF = 'application/pdf';
export const pdf = (words: string) => Buffer.from(`%PDF-1.4\n${words}\n%%EOF`);

/** A request as any program could send it. */
export function send(
  server: TestServer,
  token: string | null,
  path: string,
  { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const credential: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${server.url}/storage/v1/${path}`, { ...init, headers: { ...credential, ...headers } });
}

/** Parts of every refusal: its own status in words, and nothing about our internals. */
export async function refusal(
  response: Response,
): Promise<{ statusCode: string; error: string; message: string }> {
  const body = (await response.json()) as { statusCode: string; error: string; message: string };
  if (body.statusCode !== String(response.status)) throw new Error('the body tells another status');
  return body;
}
