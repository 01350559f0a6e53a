/**
 * Words that reveal something about a person's health or what a call is about. Parts of words: 'fertil' is in
 * 'infertility'.
 */
const WORDS = [
  'fertil',
  'cycle',
  'ovulat',
  'pregnan',
  'peak',
  'period',
  'bleed',
  'loss',
  'symptom',
  'pain',
  'sperm',
  'donor',
  'applicator',
  'inseminat',
  'consultation',
  'support call',
  'coach call',
  'review',
  'treatment',
  'diagnos',
  'pcos',
  'safety',
  'survey',
  'positive',
  'negative',
  'unclear',
  'stage',
  'phase',
  'medical',
  'outcome',
  'took place',
  'did not come',
];

/** Where administrators may see such a word, and why it reveals nothing about a patient. */
export type Allowed = Record<string, Partial<Record<string, string>>>;

/** The health words in a text that may not appear in this place. */
export function healthWordsIn(text: string, allowed: Partial<Record<string, string>> = {}): string[] {
  const said = text.toLowerCase();
  return WORDS.filter((word) => said.includes(word) && !(word in allowed));
}
