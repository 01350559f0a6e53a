interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
  /** The same in projects of before. */
  readonly VITE_SUPABASE_ANON_KEY?: string;
}
