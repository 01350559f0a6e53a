-- After the migrations: what lets our own server stand in for GoTrue and PostgREST in front of a project of Supabase's
-- shapes. GoTrue fills these columns itself; our server leaves them to defaults.
alter table auth.users
  alter id set default gen_random_uuid(),
  alter aud set default 'authenticated',
  alter role set default 'authenticated',
  alter raw_app_meta_data set default '{"provider":"email","providers":["email"]}',
  alter raw_user_meta_data set default '{}',
  alter created_at set default now(),
  alter updated_at set default now();
alter table auth.sessions
  alter id set default gen_random_uuid(),
  alter created_at set default now(),
  alter updated_at set default now();
alter table auth.refresh_tokens
  alter revoked set default false,
  alter created_at set default now();
