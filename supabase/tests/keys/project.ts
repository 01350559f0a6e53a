import { serveAllWithDeno } from '../../../server/testing/deno.ts';
import { startGateway } from '../../../server/testing/supabase-gateway.ts';
import type { TestServer } from '../../../server/testing/test-server.ts';
import { CALLS } from './calls.ts';

export const PUBLISHABLE = 'sb_publishable_7Qn1yWcVpB8sLd4XhTzKfA_Rm2Ge0uJ';
export const SECRET = 'sb_secret_Hk3vN9xZtQ5bWc7LrYp2sD_Ua8Fe1oM';
export const NEXT_SECRET = 'sb_secret_Zt6mK1cXwB4nVq8RyLs3hG_Pd9Ja2iE';

/** A project's keys, as its gateway knows them and as its functions are told of them. */
export type Setting = {
  publicKeys: string[];
  secretKeys: string[];
  /** How the auth service signs. */
  algorithm: 'ES256' | 'HS256';
  env: Record<string, string>;
};
export type Credentials = { apikey?: string; bearer?: string };

const newNames = (secrets: Record<string, string>) => ({
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE }),
  SUPABASE_SECRET_KEYS: JSON.stringify(secrets),
});

type Server = Pick<TestServer, 'url' | 'keys'>;

export const settings = ({ keys: { anonKey, serviceRoleKey } }: Server) => {
  const olderNames = { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
  return {
    'the new names only': {
      publicKeys: [PUBLISHABLE],
      secretKeys: [SECRET],
      algorithm: 'ES256',
      env: newNames({ default: SECRET }),
    },
    'the older names only': {
      publicKeys: [anonKey],
      secretKeys: [serviceRoleKey],
      algorithm: 'HS256',
      env: olderNames,
    },
    both: {
      publicKeys: [PUBLISHABLE, anonKey],
      secretKeys: [SECRET, serviceRoleKey],
      algorithm: 'ES256',
      env: { ...newNames({ default: SECRET }), ...olderNames },
    },
    'a second secret key, after turning over': {
      publicKeys: [PUBLISHABLE],
      secretKeys: [NEXT_SECRET, SECRET],
      algorithm: 'ES256',
      env: newNames({ before: SECRET, default: NEXT_SECRET }),
    },
  } satisfies Record<string, Setting>;
};

export type Project = Awaited<ReturnType<typeof startProject>>;

/**
 * Functions under Deno behind a gateway that treats keys as Supabase's does; our server is in for the
 * services.
 */
export async function startProject(
  server: Server,
  { publicKeys, secretKeys, algorithm, env }: Setting,
  names = Object.keys(CALLS),
) {
  const keys = { anon: [...publicKeys], service_role: [...secretKeys] };
  const gateway = await startGateway(server, { keys, algorithm });
  const deno = await serveAllWithDeno(names, {
    SUPABASE_URL: gateway.url,
    RATE_LIMIT_SCALE: '1000',
    MAIL_API_URL: 'http://127.0.0.1:9',
    MAIL_API_TOKEN: 'none is sent',
    ...env,
  });
  gateway.serveFunctionsFrom(deno.url);
  return {
    gateway,
    keys,
    call: async (name: string, { apikey, bearer }: Credentials, body = CALLS[name]!.body) => {
      const { query } = CALLS[name]!;
      const response = await fetch(`${gateway.url}/functions/v1/${name}?${new URLSearchParams(query)}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(apikey !== undefined && { apikey }),
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    },
    stop: async () => {
      await deno.stop();
      await gateway.stop();
    },
  };
}
