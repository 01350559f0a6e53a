import { resultText, signText, strengthText } from '../record/words.ts';

export type Symptoms = {
  signs?: readonly string[];
  strength?: string;
  /** They may be pregnant, and bleed. */
  inPregnancy?: boolean;
  /** The first of the patient's own words. */
  words?: string | null;
};

/** 'Pain, fainting; severe.', with 'in pregnancy' and the patient's own words, or a fallback if the signs are unknown. */
export function symptomWords(symptoms: Symptoms, unknown: string): string {
  const { signs = [], strength, inPregnancy, words: own } = symptoms;
  if (signs.length === 0) return unknown;
  const words = signs.map(signText).join(', ');
  const parts = [resultText(words), strength && strengthText(strength), inPregnancy && 'in pregnancy'];
  return `${parts.filter(Boolean).join('; ')}.${own ? ` “${own}”` : ''}`;
}
