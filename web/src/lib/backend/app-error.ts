/**
 * A failure with a code to act on, words that may be shown, and the response's status (0 if there was
 * none).
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message = '', status = 0) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
  }
}
