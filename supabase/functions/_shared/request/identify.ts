import type { Backend } from './backend.ts';
import { callerFrom } from './credentials.ts';
import { FunctionProblem } from '../answer/problem.ts';
import { findKey, keyHeaders, type ProjectKey } from './project-keys.ts';
import { reaching, unavailable } from '../answer/reach.ts';

/** A function's caller on Supabase, and the headers for reading tables as that caller. */
type FunctionCaller = {
  userId: string | null;
  sessionId: string | null;
  aal: string | null;
  isService: boolean;
  headers: Record<string, string>;
};

/** Supabase's gateway lets every request through (`verify_jwt = false`): it knows neither the new keys nor ES256. */
export function identify(headers: Headers, backend: Backend, keys: ProjectKey[]): Promise<FunctionCaller> {
  const holderOf = async (key: ProjectKey): Promise<FunctionCaller> => {
    if (key.isReplaced) await requireAccepted(key, backend);
    const isService = key.role === 'service_role';
    return { userId: null, sessionId: null, aal: null, isService, headers: keyHeaders(key.key) };
  };
  return callerFrom<FunctionCaller>(headers, {
    byKey: async (given) => {
      const key = findKey(keys, given);
      if (!key) throw badCredential();
      return holderOf(key);
    },
    byBearer: (given) => {
      const key = findKey(keys, given);
      return key ? holderOf(key) : personOf(given, backend);
    },
    refusal: badCredential,
  });
}

/** Functions still receive older keys that the project has turned off. Only the gateway knows which. */
async function requireAccepted({ key }: ProjectKey, backend: Backend): Promise<void> {
  const answer = await reaching(backend.fetch)(`${backend.url}/auth/v1/settings`, {
    headers: keyHeaders(key),
  });
  await answer.text();
  if (isBusy(answer)) throw unavailable();
  if (!answer.ok) throw badCredential();
}

/** The auth service says whose token it is, however it is signed, and whether its session is live. */
async function personOf(token: string, backend: Backend): Promise<FunctionCaller> {
  const headers = { apikey: backend.publicKey, authorization: `Bearer ${token}` };
  const answer = await reaching(backend.fetch)(`${backend.url}/auth/v1/user`, { headers });
  if (isBusy(answer)) throw unavailable();
  const said = await answer.text();
  if (!answer.ok) throw badCredential();
  const { id: userId } = JSON.parse(said) as { id: string };
  return { userId, ...claimsOf(token), isService: false, headers };
}

/** From a checked token, because the auth service's answer doesn't include them. */
function claimsOf(token: string): Pick<FunctionCaller, 'sessionId' | 'aal'> {
  const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
  const { session_id: session, aal } = JSON.parse(atob(payload)) as { session_id?: unknown; aal?: unknown };
  return {
    sessionId: typeof session === 'string' ? session : null,
    aal: typeof aal === 'string' ? aal : null,
  };
}

/** Says nothing about the credential, so it may be checked again. */
const isBusy = ({ status }: { status: number }) => status === 429 || status >= 500;

const badCredential = () => new FunctionProblem(401, 'bad_credential', 'Invalid or expired credential');
