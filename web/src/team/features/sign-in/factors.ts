import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { accessToken, auth } from '@/lib/backend/supabase.ts';
import { failureOf, type AuthFailure } from './auth-failure.ts';
import { keptEnrolment, type Enrolment } from './kept-enrolment.ts';
import { wasOpenedHere } from './opened-here.ts';

/**
 * What is missing before the workspace opens: a code of the app that this person has, an app, or the proof,
 * by the setup code, that the app which they have just shown is theirs.
 */
type NextStep =
  | { step: 'code'; factorId: string }
  | { step: 'enrolment'; enrolment: Enrolment }
  | { step: 'set-up-code' };

/** Asked once for as long as the step is shown: to begin an enrollment ends the one before. */
export const nextStepQuery = (userId: string) =>
  queryOptions({
    queryKey: ['second-factor', userId],
    queryFn: () => findNextStep(userId),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/**
 * Someone else who reads this mailbox may have been there first, with an app that counts for nothing: the
 * owner starts again.
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
 * A session that came in a link may be that of anyone who reads this mailbox, who would have the second
 * factor as soon as its owner adds it. It is over here, and a new one starts with a code.
 */
async function requireOpenedHere(): Promise<void> {
  const token = await accessToken();
  if (token === null || !wasOpenedHere(token)) throw new AppError('session_missing');
}

/**
 * What this tab has started continues; a key that was shown elsewhere is known to no one here, and another
 * one takes its place.
 */
async function enrolmentOf(userId: string, begun: { id: string }[]): Promise<Enrolment> {
  const kept = keptEnrolment(userId);
  const before = kept.read();
  if (before && begun.some(({ id }) => id === before.factorId)) return before;
  const enrolment = await beginEnrolment(begun);
  kept.keep(enrolment);
  return enrolment;
}

/** The code with which our own server says that an app counts already. */
const APP_REFUSED = 'mfa_totp_enroll_not_enabled';

/**
 * Anyone who left an enrollment half done has a factor of this name already, which has to go first. One
 * that another session has is not found by our own server, and in no one's way there.
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

/** Challenges at the moment of verifying, because both have to come from the same network. */
export async function verifyFactor(factorId: string, code: string): Promise<void> {
  await requireOpenedHere();
  const client = await auth();
  dataOf(await client.mfa.challengeAndVerify({ factorId, code }));
  // On Supabase a refresh token from before this code is good until the new one is used; until then the entrance stays closed.
  const { error } = await client.refreshSession();
  if (error) logFailure('The new token was not used', error);
}

/** The app with which someone unlocks: the one that has proved itself. */
export async function ownFactorId(): Promise<string> {
  const { totp } = dataOf(await (await auth()).mfa.listFactors());
  if (!totp[0]) throw new AppError('session_missing');
  return totp[0].id;
}

/** Makes the factor of this session the one that counts for this person. */
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
