import { expect, test } from 'vitest';
import { settingsFiles } from './settings-files.ts';

const VITE_SUPABASE_URL = 'https://clinic.example';

test.each([{ VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_key' }, { VITE_SUPABASE_ANON_KEY: 'eyJ' }])(
  'a build that was given its server and a key (%o) reads no file',
  (key) => {
    expect(settingsFiles({ VITE_SUPABASE_URL, ...key })).toEqual([]);
  },
);

test.each([{}, { VITE_SUPABASE_URL }, { VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_key' }])(
  'a build that was given less (%o) reads one',
  (env) => {
    expect(settingsFiles(env)).toEqual(['/config.json']);
  },
);
