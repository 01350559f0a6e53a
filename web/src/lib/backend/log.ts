import { AppError } from './app-error.ts';

/**
 * For failures that the patient is not told about. Only types and codes: messages may contain personal
 * data.
 */
export function logFailure(what: string, error: unknown): void {
  const kind = error instanceof AppError ? `${error.code} ${error.status}` : nameOf(error);
  console.error(`${what}: ${kind}`);
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);
