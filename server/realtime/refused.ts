/** Why a channel stays shut, as Supabase's Realtime says it: a code and a sentence. */
export class Refused extends Error {}
