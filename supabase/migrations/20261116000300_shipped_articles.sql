-- Which articles of supabase/content this database was given by supabase/seed.sql, and in which words (the hash of the file). By it the
-- seed changes an article only when its file has changed, takes away what is no longer shipped, and leaves alone what the clinic wrote.

create table private.shipped_articles (
  id text primary key check (id ~ '^[a-z0-9-]{1,100}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);
alter table private.shipped_articles enable row level security;
revoke all on private.shipped_articles from public, anon, authenticated, service_role;
