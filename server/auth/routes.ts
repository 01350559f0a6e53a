import { Hono } from 'hono';
import { limitPerClient } from '../limits.ts';
import type { Services } from '../services.ts';
import { HEALTH, KEY_SET, SETTINGS } from './about.ts';
import { answerAuthProblem } from './answer-auth-problem.ts';
import { beginEmailChange } from './begin-email-change.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { refuseTheRest } from './disabled.ts';
import { addFactorRoutes } from './factors/routes.ts';
import { limitTries } from './limit-tries.ts';
import { relyingParty } from './passkeys/relying-party.ts';
import { addPasskeyRoutes } from './passkeys/routes.ts';
import { refresh } from './refresh.ts';
import { isForTeam, sendCode } from './send-code.ts';
import { endSessions, signedInUser } from './sessions.ts';
import { userAnswer } from './users.ts';
import { verifyCode } from './verify-code.ts';

// A whole clinic may share one address.
const SENDS = { name: 'otp-client', max: 100, seconds: 300 };

/**
 * The part of GoTrue that sign-in by code, patients' passkeys and the care team's second factor need. Everything past the first
 * three lines requires one of our keys.
 */
export function authRoutes(services: Services): Hono {
  const { database } = services;
  const auth = new Hono();
  auth.onError(answerAuthProblem(services));

  const passkeys_enabled = relyingParty(services.settings) !== null;
  auth.get('/settings', (context) => context.json({ ...SETTINGS, passkeys_enabled }));
  auth.get('/health', (context) => context.json(HEALTH));
  auth.get('/.well-known/jwks.json', (context) => context.json(KEY_SET));
  auth.use(async (context, next) => {
    await services.identify(context.req.raw.headers);
    await next();
  });

  const limitedSends = limitPerClient(services, SENDS);
  auth.post(
    '/otp',
    // The team's sign-in has already counted, for every address the same: counted here, a team address
    // would cost one code more.
    async (context, next) =>
      isForTeam(await services.identify(context.req.raw.headers)) ? next() : limitedSends(context, next),
    sendCode(services),
  );
  auth.post('/verify', limitTries(services), confirmEmailChange(services), verifyCode(services));
  auth.post('/token', refresh(services));
  auth.get('/user', async (context) => {
    const caller = await services.identify(context.req.raw.headers);
    return context.json(userAnswer(await signedInUser(database, caller)));
  });
  auth.put('/user', limitPerClient(services, SENDS), beginEmailChange(services));
  auth.post('/logout', async (context) => {
    const caller = await services.identify(context.req.raw.headers);
    await signedInUser(database, caller);
    await endSessions(database, caller, context.req.query('scope') ?? 'global');
    return context.body(null, 204);
  });

  addFactorRoutes(auth, services);
  addPasskeyRoutes(auth, services);

  refuseTheRest(auth);
  return auth;
}
