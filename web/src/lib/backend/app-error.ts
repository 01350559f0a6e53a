/** A failure with a code to act on, words that may be shown, and the answer's status (0 when there was no answer). */
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
