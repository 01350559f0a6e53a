const POST_TIMEOUT_MS = 10_000;

/** A refusal by a service, known by its status alone: what it says may repeat the address or the number. */
class Refused extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`The service answered ${status}`);
    this.code = `HTTP ${status}`;
  }
}

/** Hands a message to a service for email or texts. */
export async function post(url: string, init: Pick<RequestInit, 'headers' | 'body'>): Promise<void> {
  const response = await fetch(url, {
    ...init,
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Refused(response.status);
}
