import { resultText, signText, strengthText } from '../record/words.ts';

type Symptoms = { signs?: readonly string[]; strength?: string };

/** 'Pain, fainting; severe.' or a fallback if the signs are unknown. */
export function symptomWords({ signs = [], strength }: Symptoms, unknown: string): string {
  if (signs.length === 0) return unknown;
  const words = signs.map(signText).join(', ');
  return `${[resultText(words), strength && strengthText(strength)].filter(Boolean).join('; ')}.`;
}
