const POST_TIMEOUT_MS = 10_000;

/** A service's refusal by its status only, because its text may repeat the address or number. */
class Refused extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`The service answered ${status}`);
    this.code = `HTTP ${status}`;
  }
}

/** Passes a message to a service for email or texts. */
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
