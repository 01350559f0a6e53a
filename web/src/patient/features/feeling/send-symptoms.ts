import type { Sign, Strength } from '@domain/symptoms/symptoms.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { callFunction } from '@/lib/backend/call-function.ts';

export type Symptoms = { signs: Sign[]; strength: Strength; since: LocalDate; words?: string };

/** Sent now or not at all. If it fails, the form says so. */
export const sendSymptoms = (symptoms: Symptoms, id: string): Promise<void> =>
  callFunction('report-symptoms', { body: symptoms, idempotencyKey: id });
