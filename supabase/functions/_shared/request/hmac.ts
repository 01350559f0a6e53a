/** A hash of the text that only a holder of the secret can make. */
export async function hmac(hash: 'SHA-1' | 'SHA-256', secret: string, text: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)));
}

const utf8 = (text: string) => new TextEncoder().encode(text);
