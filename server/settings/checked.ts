import { createKeys, keyProblems } from '../auth/keys.ts';
import { BadSettings } from './bad-settings.ts';
import { readSettings, type Settings } from './settings.ts';

/** The settings. Throws one error with every problem, including a key that wasn't signed with its secret. */
export async function checkedSettings(environment: NodeJS.ProcessEnv): Promise<Settings> {
  const wrongKeys = await keysProblems(environment);
  try {
    const settings = readSettings(environment);
    if (wrongKeys.length === 0) return settings;
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    // With a wrong secret, no key can be checked.
    const judged = /^JWT_SECRET /m.test(error.message) ? [] : wrongKeys;
    throw new BadSettings([error.message, ...judged].join('\n'));
  }
  throw new BadSettings(wrongKeys.join('\n'));
}

async function keysProblems(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const { JWT_SECRET, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY } = environment;
  if (!JWT_SECRET || !SUPABASE_ANON_KEY || !SUPABASE_SERVICE_ROLE_KEY) return [];
  // If both keys are the same, that is one mistake, and the settings report it themselves.
  if (SUPABASE_ANON_KEY === SUPABASE_SERVICE_ROLE_KEY) return [];
  return keyProblems(
    createKeys({
      jwtSecret: JWT_SECRET,
      anonKey: SUPABASE_ANON_KEY,
      serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY,
    }),
  );
}
