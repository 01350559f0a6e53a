import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { behalfIn, onBehalfOf } from '../../http/inside.ts';
import { refuseUnsent } from '../../http/unsent-answers.ts';
import type { Services } from '../../services.ts';
import { answerStorageProblem } from './answer-storage-problem.ts';
import { download, downloadPublic } from './download.ts';
import { list } from './list.ts';
import { createOpenUploads } from './open-uploads.ts';
import { createPace } from './pace.ts';
import { noSuchRoute, notSupported } from '../refusals.ts';
import { remove } from './remove.ts';
import { downloadSigned, signMany, signOne } from './signed-links.ts';
import type { Storage } from '../storage.ts';
import { update, upload } from './upload.ts';

/** The calls of Supabase's Storage that the portal uses, under the policies on storage.objects. */
export function storageRoutes(services: Services, bodyLimit: MiddlewareHandler): Hono {
  const storage: Storage = {
    ...services,
    callerOf: async (context) =>
      onBehalfOf(
        behalfIn(context, services.settings.trustProxy),
        await services.identify(context.req.raw.headers),
      ),
    clientOf: (context) => behalfIn(context, services.settings.trustProxy).client,
  };
  const uploading = { ...storage, openUpload: createOpenUploads(services.settings), pace: createPace() };
  const routes = new Hono();
  routes.onError(answerStorageProblem(services));
  routes.use(refuseUnsent);

  routes.get('/bucket/*', refuse('Reading buckets'));
  routes.all('/bucket/*', refuse('Changing buckets, which come with the migrations,'));

  routes.post('/object/list/:bucket', bodyLimit, list(storage));
  routes.post('/object/list-v2/*', refuse('Listing by version 2'));
  routes.post('/object/sign/:bucket', bodyLimit, signMany(storage));
  routes.post('/object/sign/*', bodyLimit, signOne(storage));
  routes.get('/object/sign/*', downloadSigned(storage));
  routes.all('/object/upload/*', refuse('A signed upload'));
  routes.post('/object/move', refuse('Moving a file'));
  routes.post('/object/copy', refuse('Copying a file'));
  routes.get('/object/info/*', refuse('Reading a file’s details'));

  routes.get('/object/public/*', downloadPublic(storage));
  routes.get('/object/authenticated/*', download(storage));
  routes.get('/object/*', download(storage));
  // No bodyLimit here, because a bucket has its own limit, which is enforced while the file streams in.
  routes.post('/object/*', upload(uploading));
  routes.put('/object/*', update(uploading));
  routes.delete('/object/:bucket', bodyLimit, remove(storage));

  routes.all('/upload/*', refuse('A resumable upload'));
  routes.all('/render/*', refuse('A transformed image'));
  routes.all('/cdn/*', refuse('Purging a cache'));
  routes.all('*', () => {
    throw noSuchRoute();
  });
  return routes;
}

const refuse = (what: string) => (_context: Context) => {
  throw notSupported(what);
};
