/** Where the portal reads its settings from, unless they are built in. */
export const settingsFiles = (env: Record<string, unknown>): string[] =>
  env['VITE_SUPABASE_URL'] && env['VITE_SUPABASE_ANON_KEY'] ? [] : ['/config.json'];
