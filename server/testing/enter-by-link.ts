import type { TestServer } from './test-server.ts';

/** Brings a host's link to the call's room, as its page does, and answers with the link; a bad one is let into nothing. */
export async function enterByLink(server: TestServer, token: string): Promise<string> {
  const answer = await fetch(`${server.url}/functions/v1/enter-call`, {
    method: 'POST',
    headers: { apikey: server.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  await answer.text();
  return token;
}
