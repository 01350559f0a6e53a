import { Hono } from 'hono';
import { authRoutes } from './auth/routes.ts';
import { createAskInside } from './functions/ask-inside.ts';
import { deskRoutes } from './demo/desk/routes.ts';
import { functionRoutes } from './functions/routes.ts';
import { admission } from './http/admission.ts';
import { answerProblem } from './http/answer-problem.ts';
import { closeWhenTooLarge, createBodyLimit } from './http/body.ts';
import { cors } from './http/cors.ts';
import { localNames } from './http/local-names.ts';
import { observeRequests } from './http/observe-requests.ts';
import { securityHeaders } from './http/security-headers.ts';
import { watchUnsentAnswers } from './http/unsent-answers.ts';
import { countCodeMails } from './metrics/count-code-mails.ts';
import { createMetrics } from './metrics/metrics.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { healthRoutes } from './portal/health.ts';
import { mailboxRoutes } from './portal/mailbox.ts';
import { clinicReader } from './clinic/settings.ts';
import { portalRoutes } from './portal/routes.ts';
import { broadcastRoutes } from './realtime/broadcast-routes.ts';
import { LIMITS } from './realtime/limits.ts';
import { createSendLimits } from './realtime/send-limits.ts';
import { createRest } from './rest/rest.ts';
import { restRoutes } from './rest/routes.ts';
import type { Services } from './services.ts';
import { storageRoutes } from './storage/routes/routes.ts';

const API = ['/auth/v1/*', '/rest/v1/*', '/functions/v1/*', '/storage/v1/*', '/realtime/v1/*'];

/** The whole product behind one origin. */
export function createApp(
  services: Services,
  /** Shared with the sockets: broadcasts by HTTP and by socket count against one limit. */
  sendLimits = createSendLimits(LIMITS, services.settings.rateLimitScale),
): Hono {
  const { settings } = services;
  const metrics = createMetrics();
  const rest = createRest(services);
  const bodyLimit = createBodyLimit(services);
  const storage = storageRoutes(services, bodyLimit);
  const app = new Hono();
  app.onError(answerProblem(services));
  app.notFound((context) =>
    context.json({ code: 'not_found', message: 'There is nothing at this address.' }, 404),
  );
  app.use(observeRequests(services, metrics), securityHeaders(settings), localNames(settings));
  const unsent = watchUnsentAnswers(services);
  for (const part of API)
    app.use(part, cors(settings), admission(services, metrics), closeWhenTooLarge, unsent);
  app.route('/storage/v1', storage); // before the limit: a file is larger than JSON
  for (const part of API) app.use(part, bodyLimit);
  const mailer = countCodeMails(services.mailer, metrics);
  const auth = authRoutes({ ...services, mailer });
  app.route('/auth/v1', auth);
  app.route('/rest/v1', restRoutes(rest, services));
  app.route('/functions/v1', functionRoutes(services, createAskInside(rest, { auth, storage })));
  app.route('/realtime/v1/api/broadcast', broadcastRoutes(services, sendLimits));
  for (const part of API) app.all(part, (context) => context.notFound());
  app.route('/', healthRoutes(services));
  app.route('/', metricsRoutes(services, metrics));
  if (!settings.production) app.route('/dev', mailboxRoutes(services));
  if (settings.demoData) app.use('/dev/*', bodyLimit).route('/dev', deskRoutes(services));
  app.route('/', portalRoutes({ ...services, readClinic: clinicReader(services) }));
  return app;
}
