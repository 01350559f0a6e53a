import { keptBlockedAt } from '@domain/safety/safety-status.ts';
import { recordIn } from '@/patient/features/cycle/record.ts';

/** Whether a clinician read the answers of the safety check and left it blocked, by what `own_cycle` answered. */
export const isKeptBlockedIn = (answer: unknown): boolean => keptBlockedAt(recordIn(answer).checks) !== null;
