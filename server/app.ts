import { Hono } from 'hono';
import { authRoutes } from './auth/routes.ts';
import { functionRoutes } from './functions/routes.ts';
import { answerProblem } from './http/answer-problem.ts';
import { bodyLimit } from './http/body.ts';
import { createIdentify } from './http/caller.ts';
import { cors } from './http/cors.ts';
import { securityHeaders } from './http/security-headers.ts';
import { healthRoutes } from './portal/health.ts';
import { mailboxRoutes } from './portal/mailbox.ts';
import { portalRoutes } from './portal/routes.ts';
import { restRoutes } from './rest/routes.ts';
import type { Services } from './services.ts';

/** The whole product behind one origin. */
export function createApp(services: Services): Hono {
  const { settings, keys, now } = services;
  const identify = createIdentify(keys, now);
  const app = new Hono();
  app.onError(answerProblem(services));
  app.use(securityHeaders(settings));
  for (const api of ['/auth/v1/*', '/rest/v1/*', '/functions/v1/*']) app.use(api, cors(settings), bodyLimit);
  app.route('/auth/v1', authRoutes(services, identify));
  app.route('/rest/v1', restRoutes(services, identify));
  app.route(
    '/functions/v1',
    functionRoutes(services, identify, (request) => app.fetch(request)),
  );
  app.route('/', healthRoutes(services));
  if (!settings.production) app.route('/dev', mailboxRoutes(services));
  app.route('/', portalRoutes(services));
  return app;
}
