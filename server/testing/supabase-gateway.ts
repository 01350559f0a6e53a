import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { generateKeyPair, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { TestServer } from './test-server.ts';

/** A project's current keys, by role. */
type ProjectKeys = { anon: string[]; service_role: string[] };

type Project = {
  keys: ProjectKeys;
  /** How the auth service signs tokens. Older projects use HS256. */
  algorithm: 'ES256' | 'HS256';
};

const CONFIG = readFileSync(join(import.meta.dirname, '../../supabase/config.toml'), 'utf8');
const verifiesJwt = (name: string) => CONFIG.includes(`[functions.${name}]\nverify_jwt = true`);

/**
 * Runs in front of our server, which replaces Supabase's services, and handles keys like Supabase's gateway:
 * a key becomes a role, a bearer is a token or the same key again, and functions get what was sent.
 */
export async function startGateway(server: Pick<TestServer, 'url' | 'keys'>, project: Project) {
  const { keys, algorithm } = project;
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const roleTokens = { anon: server.keys.anonKey, service_role: server.keys.serviceRoleKey };
  let functionsUrl = '';

  /** A token signed like this project's auth service does. */
  const sign = (claims: JWTPayload): Promise<string> =>
    algorithm === 'HS256'
      ? server.keys.sign(claims)
      : new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT' }).sign(privateKey);
  const verify = async (token: string): Promise<JWTPayload> =>
    algorithm === 'HS256'
      ? server.keys.verify(token)
      : (await jwtVerify(token, publicKey, { algorithms: ['ES256'] })).payload;

  const roleOf = (key: string | undefined): 'anon' | 'service_role' | undefined => {
    if (key === undefined) return undefined;
    if (keys.anon.includes(key)) return 'anon';
    return keys.service_role.includes(key) ? 'service_role' : undefined;
  };

  const app = new Hono();
  app.all('/functions/v1/:name', async (context) => {
    const name = context.req.param('name');
    const bearer = bearerOf(context) ?? '';
    // Supabase's gateway accepts only tokens signed with the shared secret.
    if (verifiesJwt(name) && !(await server.keys.verify(bearer).catch(() => null)))
      return context.json({ code: 401, message: 'Invalid JWT' }, 401);
    const { search } = new URL(context.req.url);
    return forward(context, `${functionsUrl}/${name}${search}`, {});
  });
  // Sockets aren't included. The portal works without them.
  app.all('/realtime/v1/*', (context) => context.notFound());
  // The portal's host, which differs from Supabase's in reality.
  app.get('/config.json', (context) =>
    context.json({ supabaseUrl: new URL(context.req.url).origin, supabaseAnonKey: keys.anon[0] }),
  );
  app.all('*', async (context) => {
    if (!/^\/(auth|rest|storage)\/v1\//.test(context.req.path))
      return forward(context, server.url + context.req.path, {});
    const apikey = context.req.header('apikey');
    const role = roleOf(apikey);
    if (!role) return context.json({ message: 'Invalid API key' }, 401);
    const bearer = bearerOf(context);
    const isKey = bearer === null || bearer === apikey;
    const claims = isKey ? null : await verify(bearer).catch(() => null);
    if (!isKey && !claims) return context.json({ code: 'PGRST301', message: 'Invalid JWT' }, 401);
    const { pathname, search } = new URL(context.req.url);
    const answer = await forward(context, server.url + pathname + search, {
      apikey: roleTokens[role],
      authorization: `Bearer ${claims ? await server.keys.sign(claims) : roleTokens[role]}`,
    });
    return /\/auth\/v1\/(verify|token)$/.test(pathname) ? withOwnToken(answer) : answer;
  });

  /** Our server signs as usual. The project's tokens are signed by the project. */
  async function withOwnToken(answer: Response): Promise<Response> {
    const body = (await answer.json()) as { access_token?: string };
    if (body.access_token) body.access_token = await sign(await server.keys.verify(body.access_token));
    return Response.json(body, { status: answer.status });
  }

  const listener = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await new Promise((ready) => listener.once('listening', ready));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sign,
    /** The same person's token, signed by this project. */
    tokenOf: async (token: string) => sign(await server.keys.verify(token)),
    serveFunctionsFrom: (url: string) => {
      functionsUrl = url;
    },
    stop: async () => {
      await new Promise((closed) => listener.close(closed));
    },
  };
}

const bearerOf = (context: Context): string | null =>
  context.req.header('authorization')?.replace(/^Bearer /i, '') ?? null;

async function forward(
  { req }: Context,
  url: string,
  credentials: Record<string, string>,
): Promise<Response> {
  const headers = new Headers(req.raw.headers);
  for (const name of ['host', 'connection', 'content-length']) headers.delete(name);
  for (const [name, value] of Object.entries(credentials)) headers.set(name, value);
  const body = ['GET', 'HEAD'].includes(req.method) ? undefined : await req.arrayBuffer();
  const answer = await fetch(url, { method: req.method, headers, ...(body && { body }) });
  const answered = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) answered.delete(name);
  return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), {
    status: answer.status,
    headers: answered,
  });
}
