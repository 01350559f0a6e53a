import * as z from 'zod/mini';

const Config = z.object({
  supabaseUrl: z.url({ protocol: /^https?$/ }),
  supabaseAnonKey: z.string().check(z.minLength(1)),
});
export type Config = z.infer<typeof Config>;

/** Why the portal cannot start: nobody told it where its server is, or the server does not answer. */
export class ConfigProblem extends Error {
  readonly kind: 'missing' | 'unreachable';

  constructor(kind: 'missing' | 'unreachable') {
    super(kind);
    this.name = 'ConfigProblem';
    this.kind = kind;
  }
}

let loaded: Config | undefined;

/** Where the server is, from the build or else from /config.json. Everything else in lib relies on it. */
export async function loadConfig(): Promise<Config> {
  const { VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_ANON_KEY: supabaseAnonKey } = import.meta.env;
  const given = supabaseUrl && supabaseAnonKey ? { supabaseUrl, supabaseAnonKey } : await fetchConfig();
  const parsed = Config.safeParse(given);
  if (!parsed.success) throw new ConfigProblem('missing');
  loaded = parsed.data;
  return loaded;
}

async function fetchConfig(): Promise<unknown> {
  const response = await fetch('/config.json').catch(() => null);
  if (!response || response.status >= 500) throw new ConfigProblem('unreachable');
  return response.json().catch(() => null);
}

export function config(): Config {
  if (!loaded) throw new ConfigProblem('missing');
  return loaded;
}
