import { env } from '../env.ts';

export type KeyRole = 'anon' | 'service_role';

export type ProjectKey = {
  key: string;
  role: KeyRole;
  /** An older key in a project that also has new ones. It may have been turned off. */
  isReplaced: boolean;
};

const NAMES: [role: KeyRole, name: string, olderName: string][] = [
  ['anon', 'SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY'],
  ['service_role', 'SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY'],
];

/** The keys Supabase gives to a function. For each role, the first one is used for calls. */
export function readProjectKeys(): ProjectKey[] {
  const keys = NAMES.flatMap(([role, name, olderName]) => {
    const newer = namedKeys(name).map((key) => ({ key, role, isReplaced: false }));
    const older = env(olderName);
    return older ? [...newer, { key: older, role, isReplaced: newer.length > 0 }] : newer;
  });
  const missing = NAMES.filter(([role]) => !keys.some((key) => key.role === role));
  if (missing.length > 0) {
    const each = missing.map(([, name, olderName]) => `${name} (or the older ${olderName})`);
    throw new Error(`Not set: ${each.join(', ')}`);
  }
  return keys;
}

/** Supabase's form, {"default":"sb_secret_…","name":"sb_secret_…"}; empty in a project that has none. */
function namedKeys(name: string): string[] {
  const { default: first, ...others } = objectFrom(name);
  const keys = [first, ...Object.values(others)].filter((key) => key !== undefined);
  if (keys.every((key) => typeof key === 'string' && key !== '')) return keys as string[];
  throw notKeys(name);
}

function objectFrom(name: string): Record<string, unknown> {
  try {
    const given: unknown = JSON.parse(env(name) || '{}');
    if (given !== null && typeof given === 'object' && !Array.isArray(given)) return { ...given };
  } catch {
    // The parser's message quotes what it read, which is a key.
  }
  throw notKeys(name);
}

const notKeys = (name: string) => new Error(`${name} is not a JSON object of names and keys`);

export const keyOf = (keys: ProjectKey[], role: KeyRole): string =>
  keys.find((known) => known.role === role)!.key;

/** Compares every key to its end, so that timing reveals nothing about a guess. */
export function findKey(keys: ProjectKey[], given: string): ProjectKey | undefined {
  const matches = keys.map(({ key }) => isSame(given, key));
  return keys[matches.indexOf(true)];
}

function isSame(given: string, key: string): boolean {
  let difference = given.length ^ key.length;
  for (let at = 0; at < key.length; at += 1) difference |= given.charCodeAt(at) ^ key.charCodeAt(at);
  return difference === 0;
}

/**
 * New keys aren't tokens: Supabase's gateway turns the apikey into a role, and only accepts a token as
 * bearer.
 */
export const isOpaqueKey = (credential: string): boolean => credential.startsWith('sb_');

export const keyHeaders = (key: string): Record<'apikey', string> & { authorization?: string } =>
  isOpaqueKey(key) ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };
