import { bodyUrgencyOf } from '../messages/urgent-words.ts';
import { hasUrgentSign, type Sign, type Strength } from './symptoms.ts';

export type Reported = {
  signs: readonly Sign[];
  strength: Strength | null;
  words?: string | null | undefined;
};

/**
 * A report that cannot wait for a reply, by its signs or in the patient's own words: someone who selects 'mild' may still write that
 * they fainted. The database refuses a report with an urgent sign that is not stored as urgent; only this rule reads words.
 */
export const isUrgent = ({ signs, strength, words }: Reported): boolean =>
  hasUrgentSign(signs, strength) || bodyUrgencyOf(words ?? '') === 'strong';
