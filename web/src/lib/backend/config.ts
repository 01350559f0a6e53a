import { builtInConfig } from './built-in-config.ts';
import { firstVisitConfig } from './first-visit-answers.ts';

export type Config = {
  supabaseUrl: string;
  /** The project's public key, of either kind. */
  supabaseAnonKey: string;
  /** A clinic's own addresses, see external-links.ts. */
  links?: Record<string, unknown>;
  /** The clinic's people and settings; see clinic.ts. */
  contacts?: Record<string, unknown>;
  /** There are demo people to choose from. */
  demo?: boolean;
};

/** Why the portal cannot start: it was not given its server, or the server does not respond. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem';
  readonly kind: 'missing' | 'unreachable';

  constructor(kind: 'missing' | 'unreachable') {
    super(kind);
    this.kind = kind;
  }
}

let loaded: Config | undefined;

/** The server's URL, from the build or else from /config.json. Everything else in lib relies on it. */
export async function loadConfig(): Promise<Config> {
  const given = builtInConfig() ?? (await fetchConfig());
  if (!isConfig(given)) throw new ConfigProblem('missing');
  loaded = given;
  // Our server sends what the clinic set; a portal that was built for Supabase asks for it. Other builds leave this out.
  if (import.meta.env.VITE_SUPABASE_URL)
    loaded = { ...given, ...(await (await import('./clinic-settings.ts')).fetchClinicSettings(given)) };
  return loaded;
}

/** By hand: the schema library would be a tenth of the first screen's code. */
function isConfig(given: unknown): given is Config {
  const {
    supabaseUrl,
    supabaseAnonKey,
    links = {},
    contacts = {},
  } = (given ?? {}) as Record<string, unknown>;
  const isAddress = typeof supabaseUrl === 'string' && /^https?:/.test(URL.parse(supabaseUrl)?.href ?? '');
  const isKey = typeof supabaseAnonKey === 'string' && supabaseAnonKey !== '';
  return isAddress && isKey && [links, contacts].every((part) => part && typeof part === 'object');
}

async function fetchConfig(): Promise<unknown> {
  const response = await (firstVisitConfig() ?? fetch('/config.json')).catch(() => null);
  if (!response || response.status >= 500) throw new ConfigProblem('unreachable');
  return response.json().catch(() => null);
}

export const hasDemo = (): boolean => !!loaded?.demo;

export function config(): Config {
  if (!loaded) throw new ConfigProblem('missing');
  return loaded;
}
