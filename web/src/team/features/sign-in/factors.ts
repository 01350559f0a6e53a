import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { accessToken, auth } from '@/lib/backend/supabase.ts';
import { failureOf, type AuthFailure } from '@/lib/care-team/auth-failure.ts';
import { keptEnrolment, type Enrolment } from './kept-enrolment.ts';
import { wasOpenedHere } from './opened-here.ts';

/**
 * What the person still needs before the workspace opens: a code from their app, an app, or the setup code
 * that proves the new app is theirs.
 */
type NextStep =
  | { step: 'code'; factorId: string }
  | { step: 'enrolment'; enrolment: Enrolment }
  | { step: 'set-up-code' };

/** Runs once while the step is shown, because starting an enrollment ends the previous one. */
export const nextStepQuery = (userId: string) =>
  queryOptions({
    queryKey: ['second-factor', userId],
    queryFn: () => findNextStep(userId),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/**
 * Someone else who reads this mailbox may have set up an app first. That app counts for nothing, so the owner
 * starts again.
 */
export const ownEnrolmentQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-enrolment', userId],
    queryFn: () => beginEnrolment([]),
    enabled: false, // until they say that they have a setup code
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

async function findNextStep(userId: string): Promise<NextStep> {
  await requireOpenedHere();
  const { mfa } = await auth();
  const { all, totp } = dataOf(await mfa.listFactors());
  const verified = totp[0];
  if (!verified) return { step: 'enrolment', enrolment: await enrolmentOf(userId, all) };
  keptEnrolment(userId).forget();
  const { currentLevel } = dataOf(await mfa.getAuthenticatorAssuranceLevel());
  return currentLevel === 'aal2' ? { step: 'set-up-code' } : { step: 'code', factorId: verified.id };
}

/**
 * A session from a link may belong to someone who reads this mailbox, and would get the second factor once
 * its owner adds it. So it ends here, and a new one starts with a code.
 */
async function requireOpenedHere(): Promise<void> {
  const token = await accessToken();
  if (token === null || !wasOpenedHere(token)) throw new AppError('session_missing');
}

/**
 * Continues an enrollment this tab has started. A key shown elsewhere is unknown here, so a new one replaces
 * it.
 */
async function enrolmentOf(userId: string, begun: { id: string }[]): Promise<Enrolment> {
  const kept = keptEnrolment(userId);
  const before = kept.read();
  if (before && begun.some(({ id }) => id === before.factorId)) return before;
  const enrolment = await beginEnrolment(begun);
  kept.keep(enrolment);
  return enrolment;
}

/** Our server's code for an app that already counts. */
const APP_REFUSED = 'mfa_totp_enroll_not_enabled';

/**
 * An unfinished enrollment left a factor with this name, which has to be removed first. Our server hides
 * another session's factor, and it doesn't conflict there.
 */
async function beginEnrolment(abandoned: { id: string }[]): Promise<Enrolment> {
  const { mfa } = await auth();
  for (const { id } of abandoned) {
    const { error } = await mfa.unenroll({ factorId: id });
    if (error && error.code !== 'mfa_factor_not_found') throw failureOf(error, APP_REFUSED);
  }
  const { id, totp } = dataOf(
    await mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator app', issuer: 'Béa' }),
    APP_REFUSED,
  );
  return { factorId: id, uri: totp.uri, secret: totp.secret };
}

/** Creates the challenge when verifying, because both have to come from the same network. */
export async function verifyFactor(factorId: string, code: string): Promise<void> {
  await requireOpenedHere();
  const client = await auth();
  dataOf(await client.mfa.challengeAndVerify({ factorId, code }));
  // On Supabase, an older refresh token stays valid until the new one is used. Until then the entrance stays
  // closed.
  const { error } = await client.refreshSession();
  if (error) logFailure('The new token was not used', error);
}

/** The app that unlocks: the one that was verified. */
export async function ownFactorId(): Promise<string> {
  const { totp } = dataOf(await (await auth()).mfa.listFactors());
  if (!totp[0]) throw new AppError('session_missing');
  return totp[0].id;
}

/** Makes this session's factor the one that counts for this person. */
export const confirmSetUp = (setUpCode: string): Promise<void> =>
  callFunction('team-set-up', { body: { setUpCode } });

function dataOf<Data>(
  { data, error }: { data: Data; error: AuthFailure | null },
  unexplained?: string,
): NonNullable<Data> {
  if (error) throw failureOf(error, unexplained);
  if (!data) throw new AppError('no_data');
  return data;
}
