import { GetBlogPostsRequest } from '../../../domain/contracts/get-blog-posts.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { env } from '../_shared/env.ts';
import { shopifyCollections } from './shopify-collections.ts';
import { storedCollections } from './stored-collections.ts';

/** The same for everybody, so the public key is enough. A clinic with a Shopify blog names it as BLOG_URL. */
export const handler = defineFunction({
  method: 'GET',
  caller: 'anyone',
  input: GetBlogPostsRequest,
  run: (_input, context) => {
    const url = env('BLOG_URL');
    return url ? shopifyCollections({ url, token: env('BLOG_TOKEN') }) : storedCollections(context);
  },
});
