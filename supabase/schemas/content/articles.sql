-- Articles and events: the same for everyone, served by get-blog-posts.
create table public.blog_collections (
  handle text primary key check (handle ~ '^[a-z0-9-]{1,60}$'),
  title text not null check (length(title) between 1 and 100)
    constraint title_is_plain check (private.is_plain_line(title)),
  url text not null check (url ~ '^(https?://|/)') constraint url_ends check (length(url) <= 2000),
  position integer not null default 0
);
alter table public.blog_collections enable row level security;
revoke all on public.blog_collections from anon, authenticated, service_role;
grant select, insert, update, delete on public.blog_collections to service_role;
grant select on public.blog_collections to anon, authenticated;

create table public.blog_articles (
  id text primary key check (id ~ '^[a-z0-9-]{1,100}$'),
  collection_handle text not null references public.blog_collections on delete cascade,
  title text not null check (length(title) between 1 and 200)
    constraint title_is_plain check (private.is_plain_line(title)),
  description text not null check (length(description) <= 1000),
  image text check (image ~ '^(https?://|/)') constraint image_ends check (length(image) <= 2000),
  link text not null check (link ~ '^(https?://|/)') constraint link_ends check (length(link) <= 2000),
  body text not null default '' constraint body_ends check (length(body) <= 200000),
  event_date timestamptz,
  published_at timestamptz not null default now()
);
alter table public.blog_articles enable row level security;
revoke all on public.blog_articles from anon, authenticated, service_role;
grant select, insert, update, delete on public.blog_articles to service_role;
grant select on public.blog_articles to anon, authenticated;
create index blog_articles_newest on public.blog_articles (collection_handle, published_at desc);

create policy "Everybody reads the collections" on public.blog_collections for select to anon, authenticated using (true);

create policy "Everybody reads the articles" on public.blog_articles for select to anon, authenticated using (true);

-- Which articles of supabase/content this database got from supabase/seed.sql, with the hash of each file. So the seed updates an
-- article only if its file changed, removes articles that are no longer shipped, and never touches the clinic's own.
create table private.shipped_articles (
  id text primary key check (id ~ '^[a-z0-9-]{1,100}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);
alter table private.shipped_articles enable row level security;
revoke all on private.shipped_articles from public, anon, authenticated, service_role;
