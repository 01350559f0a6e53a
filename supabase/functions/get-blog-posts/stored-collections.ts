import type { Article, Collection } from '../../../domain/contracts/patient/get-blog-posts.ts';
import type { FunctionContext } from '../_shared/request/context.ts';

type CollectionRow = { handle: string; title: string; url: string };
type ArticleRow = Omit<Article, 'event'> & { collection_handle: string; event_date: string | null };

/** Articles and events from the clinic's own tables, newest first in each collection. */
export async function storedCollections({ caller }: FunctionContext): Promise<Collection[]> {
  const [collections, articles] = await Promise.all([
    caller
      .from('blog_collections')
      .select('handle, title, url')
      .order('position')
      .order('handle')
      .overrideTypes<CollectionRow[], { merge: false }>()
      .throwOnError(),
    caller
      .from('blog_articles')
      .select('id, collection_handle, title, description, image, link, event_date')
      .order('published_at', { ascending: false })
      .order('id')
      .overrideTypes<ArticleRow[], { merge: false }>()
      .throwOnError(),
  ]);
  const byCollection = Map.groupBy(articles.data, (article) => article.collection_handle);
  return collections.data.map(({ handle, title, url }) => ({
    handle,
    title,
    url,
    articles: (byCollection.get(handle) ?? []).map(articleFrom),
  }));
}

function articleFrom({ id, title, description, image, link, event_date }: ArticleRow): Article {
  return { id, title, description, image, link, event: event_date === null ? null : { date: event_date } };
}
