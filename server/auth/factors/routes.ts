import type { Hono } from 'hono';
import { limitPerClient, paidBySession } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { challengeFactor } from './challenge.ts';
import { enrollFactor } from './enroll.ts';
import { unenrollFactor } from './unenroll.ts';
import { verifyFactor } from './verify.ts';

// Guessing is stopped per factor; this only keeps one session from overloading the server.
const CALLS = { name: 'factors', max: 100, seconds: 300 };

/** Second factors by authenticator app, in GoTrue's protocol. */
export function addFactorRoutes(auth: Hono, services: Services): void {
  const limited = limitPerClient(services, CALLS, paidBySession);
  auth.post('/factors', limited, enrollFactor(services));
  auth.post('/factors/:id/challenge', limited, challengeFactor(services));
  auth.post('/factors/:id/verify', limited, verifyFactor(services));
  auth.delete('/factors/:id', limited, unenrollFactor(services));
}
