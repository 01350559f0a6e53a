import { GetBlogPostsRequest } from '../../../domain/contracts/patient/get-blog-posts.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { cachedCollections } from './cached-collections.ts';
import { storedCollections } from './stored-collections.ts';

// Each view of the page is one call, and a whole clinic may share one address.
const PER_CLIENT = { name: 'blog-client', max: 300, seconds: 300 };

/** The same for everyone, so the public key is enough. A clinic with a Shopify blog sets it as BLOG_URL. */
export const handler = defineFunction({
  method: 'GET',
  caller: 'anyone',
  input: GetBlogPostsRequest,
  limit: PER_CLIENT,
  run: (_input, context) => {
    const { blog } = context.portal;
    return blog ? cachedCollections(blog, context) : storedCollections(context);
  },
});
