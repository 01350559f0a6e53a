import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * A refusal with its status, its code and its message. Each part of the protocol has its own format for it.
 */
export class Problem extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly retryAfter: number | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
