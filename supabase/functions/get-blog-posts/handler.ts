import { GetBlogPostsRequest } from '../../../domain/contracts/get-blog-posts.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { storedCollections } from './stored-collections.ts';

/** The same for everybody, so the public key is enough. */
export const handler = defineFunction({
  method: 'GET',
  caller: 'anyone',
  input: GetBlogPostsRequest,
  run: (_input, context) => storedCollections(context),
});
