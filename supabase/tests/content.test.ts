import { expect, test } from 'vitest';
import { EVERYTHING, reach, testRights } from './rights.ts';

const reader = reach('all', 'refused', 'refused', 'refused');
const may = {
  owner: reader,
  stranger: reader,
  newcomer: reader,
  uninvited: reader,
  anonymous: reader,
  service: EVERYTHING,
};
const scene = testRights('content', {
  blog_collections: {
    belongsTo: null,
    insert: `insert into public.blog_collections (handle, title, url) values ('more', 'More', '/more')`,
    set: `title = 'Changed'`,
    may,
  },
  blog_articles: {
    belongsTo: null,
    insert: `insert into public.blog_articles (id, collection_handle, title, description, link)
      values ('second', 'basics', 'Second', 'To read', 'https://clinic.example/second')`,
    set: `title = 'Changed'`,
    may,
  },
});

test('an article links to a page and never runs a script', async () => {
  for (const column of ['link', 'image']) {
    const change = `update public.blog_articles set ${column} = $1`;
    expect(await scene.people.service.may(change, ['javascript:alert(1)'])).toBe('23514');
    expect(await scene.people.service.may(change, ['/guides/one.pdf'])).toBe(1);
  }
});
