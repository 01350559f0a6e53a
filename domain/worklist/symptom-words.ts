import { resultText, SIGN_WORDS } from '../record/words.ts';

type Symptoms = { signs?: readonly string[]; strength?: string };

/** 'Pain, fainting; strong.' or a fallback if the signs are unknown. */
export function symptomWords({ signs = [], strength }: Symptoms, unknown: string): string {
  if (signs.length === 0) return unknown;
  const words = signs.map((sign) => (SIGN_WORDS as Record<string, string>)[sign] ?? sign).join(', ');
  return `${[resultText(words), strength].filter(Boolean).join('; ')}.`;
}
