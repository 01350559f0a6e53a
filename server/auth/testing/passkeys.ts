import type { Session } from '@supabase/supabase-js';
import type { TestServer } from '../../testing/test-server.ts';
import { softAuthenticator, type Forged, type SoftAuthenticator } from './authenticator.ts';
import { call, signIn } from './patients.ts';

/** Each test uses its own address, so that tests don't wait for each other's emails. */
let count = 0;
const nextAddress = () => `passkey${(count += 1)}@example.com`;

export type Patient = { email: string; session: Session };

export async function newPatient(server: TestServer, email = nextAddress()): Promise<Patient> {
  return { email, session: (await signIn(server, email)).session };
}

type Options = { method?: string; body?: unknown };

/** Called as a patient, or without a session. */
export const callPasskeys = (
  server: TestServer,
  patient: Pick<Patient, 'session'> | null,
  path: string,
  { method = 'POST', body = {} }: Options = {},
) =>
  call(server, `/auth/v1/passkeys${path}`, {
    method,
    headers: patient ? { authorization: `Bearer ${patient.session.access_token}` } : {},
    ...(method !== 'GET' && method !== 'DELETE' && { body }),
  });

type Begun<Asked> = { challenge_id: string; options: Asked; expires_at: number };
type Creation = Begun<Parameters<SoftAuthenticator['create']>[0]>;
type Request = Begun<Parameters<SoftAuthenticator['get']>[0]>;

export const beginRegistration = async (server: TestServer, patient: Patient): Promise<Creation> =>
  (await (await callPasskeys(server, patient, '/registration/options')).json()) as Creation;

export const beginSignIn = async (server: TestServer): Promise<Request> =>
  (await (await callPasskeys(server, null, '/authentication/options')).json()) as Request;

type Outcome = { status: number; code?: string; body: Record<string, unknown> };

export async function outcomeOf(answer: Response): Promise<Outcome> {
  const text = await answer.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: answer.status, ...(answer.ok ? {} : { code: String(body['code']) }), body };
}

export const authenticatorOf = (server: TestServer, aaguid?: Buffer): SoftAuthenticator =>
  softAuthenticator(new URL(server.settings.siteUrl).origin, aaguid && { aaguid });

/** The whole ceremony, from options to the stored passkey. */
export async function register(
  server: TestServer,
  patient: Patient,
  authenticator = authenticatorOf(server),
  forged: Forged = {},
): Promise<Outcome & { authenticator: SoftAuthenticator }> {
  const { challenge_id, options } = await beginRegistration(server, patient);
  const credential = authenticator.create(options, forged);
  const answer = await callPasskeys(server, patient, '/registration/verify', {
    body: { challenge_id, credential },
  });
  return { ...(await outcomeOf(answer)), authenticator };
}

export async function signInWith(
  server: TestServer,
  authenticator: SoftAuthenticator,
  forged: Forged = {},
): Promise<Outcome> {
  const { challenge_id, options } = await beginSignIn(server);
  const credential = authenticator.get(options, forged);
  return outcomeOf(
    await callPasskeys(server, null, '/authentication/verify', { body: { challenge_id, credential } }),
  );
}
