/**
 * The server's URL and the project's public key, if the build was given both; else they come from
 * /config.json.
 */
export function builtInConfig(): { supabaseUrl: string; supabaseAnonKey: string } | null {
  const {
    VITE_SUPABASE_URL: supabaseUrl,
    VITE_SUPABASE_PUBLISHABLE_KEY,
    VITE_SUPABASE_ANON_KEY,
  } = import.meta.env;
  const supabaseAnonKey = VITE_SUPABASE_PUBLISHABLE_KEY || VITE_SUPABASE_ANON_KEY;
  return supabaseUrl && supabaseAnonKey ? { supabaseUrl, supabaseAnonKey } : null;
}
