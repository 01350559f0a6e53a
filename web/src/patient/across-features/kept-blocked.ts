import { keptBlockedAt } from '@domain/safety/safety-status.ts';
import { recordIn } from '@/patient/features/cycle/record.ts';

/** Whether a clinician read the safety check's answers and left it blocked, by the answer of `own_cycle`. */
export const isKeptBlockedIn = (answer: unknown): boolean => keptBlockedAt(recordIn(answer).checks) !== null;
