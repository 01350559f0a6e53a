/** Where the portal reads its settings from, unless they are built in. */
export const settingsFiles = (env: Record<string, unknown>): string[] => {
  const key = env['VITE_SUPABASE_PUBLISHABLE_KEY'] || env['VITE_SUPABASE_ANON_KEY'];
  return env['VITE_SUPABASE_URL'] && key ? [] : ['/config.json'];
};
