/** Whatever says something of someone's health, or what a call is about. Parts of words: 'fertil' is in 'infertility'. */
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

/** Where a word may stand before an administrator, and why it tells nothing of a patient. */
export type Allowed = Record<string, Partial<Record<string, string>>>;

/** The words of health in a text that this place may not say. */
export function healthWordsIn(text: string, allowed: Partial<Record<string, string>> = {}): string[] {
  const said = text.toLowerCase();
  return WORDS.filter((word) => said.includes(word) && !(word in allowed));
}
