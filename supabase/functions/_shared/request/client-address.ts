/**
 * The client that limits count. The client itself may have written everything before the last hop's entry.
 * Supabase's hosts are behind Cloudflare: no client can set its header, while its hop would be the same for
 * everyone. Null if no gateway identifies the client.
 */
export function clientAddress(headers: Headers, backendUrl: string): string | null {
  const isHosted = /(?:^|\.)supabase\.(?:co|in|red)$/.test(new URL(backendUrl).hostname);
  const said = isHosted ? headers.get('cf-connecting-ip') : headers.get('x-forwarded-for')?.split(',').at(-1);
  const address = said?.trim();
  return address ? rateLimitKey(address) : null;
}

/**
 * A provider gives a home up to a /56 of IPv6 addresses, which counts as one client. `private.client_of` is
 * the same in the database.
 */
export function rateLimitKey(address: string): string {
  if (!/^[\da-f]*:[\da-f]*:[\da-f:.]*(?:%.*)?$/i.test(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [before = '', after] = address.split('::');
  const left = before.split(':').filter(Boolean);
  const right = after === undefined ? [] : after.split(':').filter(Boolean);
  const between = Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(between).fill('0'), ...right];
  const [first, second, third, fourth] = groups.map((group) => parseInt(group, 16));
  return `${[first!, second!, third!, fourth! & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** The /48 around a rateLimitKey: one holder may have all of its 256 keys. Null for IPv4. */
export const siteOf = (client: string): string | null =>
  /^((?:[\da-f]+:){3})[\da-f]+::\/56$/.exec(client)?.[1]?.concat(':/48') ?? null;
