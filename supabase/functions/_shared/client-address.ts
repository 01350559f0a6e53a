/**
 * Whom a limit per client counts. Whatever stands before the last hop's word was the client's to write. Supabase's own
 * hosts stand behind Cloudflare, whose header no client can set, and whose hop would be the same for everybody.
 */
export function clientAddress(headers: Headers, backendUrl: string): string {
  const isHosted = /(?:^|\.)supabase\.(?:co|in|red)$/.test(new URL(backendUrl).hostname);
  const address = isHosted
    ? headers.get('cf-connecting-ip')
    : headers.get('x-forwarded-for')?.split(',').at(-1);
  return address?.trim() || 'unknown';
}
