import { speaksOfHardTime } from './hard-time-words.ts';
import { plainWords, speaksOfSelfHarm } from './self-harm-words.ts';
import { speaksOfLoss } from './loss-words.ts';
import { feverOf } from './fever.ts';
import {
  GOES_ON,
  HARMLESS,
  LESSENED,
  LITTLE,
  LONG_AGO,
  MAYBE,
  MILD,
  NEGATED,
  NEVER_LIKE_THIS,
  OTHERS,
  OTHERS_SPEAK,
  SPELLINGS,
  STRONG,
  STRONG_UNLESS_LITTLE,
} from './urgent-word-lists.ts';

/** `mild` shows a calm line, `strong` the red card, `self-harm` its own card. */
export type Urgency = BodyUrgency | 'self-harm';
export type BodyUrgency = 'mild' | 'strong';

/**
 * A sentence, or a part that reverses what came before: 'no pain, but …'. A decimal point does not end a
 * sentence.
 */
const CLAUSE_END =
  /[!?;\n]+|\.(?!\d)|\b(?:but|however|except|although|though|and now|and then|then|because)\b/;

/** What is in a text. A loss or a hard time has a card of its own, next to what is more urgent. */
export type Judgment = {
  urgency: Urgency | null;
  body: BodyUrgency | null;
  isLoss: boolean;
  isHardTime: boolean;
};

export function judge(text: string): Judgment {
  const plain = plainWords(text);
  const body = bodyUrgencyOf(text);
  return {
    urgency: speaksOfSelfHarm(plain) ? 'self-harm' : body,
    body,
    isLoss: speaksOfLoss(plain),
    isHardTime: speaksOfHardTime(plain),
  };
}

/**
 * How urgent a text may be: when help matters more than a reply. It prevents nothing, so it picks the
 * higher level if unsure. `urgent-words.table.md` shows the result sentence by sentence.
 */
export function urgencyOf(text: string): Urgency | 'loss' | 'hard-time' | null {
  const { urgency, isLoss, isHardTime } = judge(text);
  if (urgency === 'self-harm' || urgency === 'strong') return urgency;
  return isLoss ? 'loss' : (urgency ?? (isHardTime ? 'hard-time' : null));
}

/** Physical symptoms, even next to self-harm words: each shows its own help. */
export function bodyUrgencyOf(text: string): BodyUrgency | null {
  const spelled = SPELLINGS.reduce((words, [wrong, right]) => words.replace(wrong, right), plainWords(text));
  const levels = new Set(spelled.split(CLAUSE_END).map(levelOf));
  return levels.has('strong') ? 'strong' : levels.has('mild') ? 'mild' : null;
}

function levelOf(clause: string): 'mild' | 'strong' | null {
  const own = clause.replace(OTHERS, (part) => (OTHERS_SPEAK.test(part) ? part : ' '));
  const level = signIn(own);
  const isLower = MAYBE.test(own) || (LONG_AGO.test(own) && !GOES_ON.test(own));
  if (!isLower) return level;
  return level === 'strong' ? 'mild' : null;
}

function signIn(clause: string): 'mild' | 'strong' | null {
  const text = withoutHarmless(clause);
  const fever = feverOf(text);
  if (fever === 'strong' || STRONG.some((sign) => sign.test(text))) return 'strong';
  if (STRONG_UNLESS_LITTLE.test(text)) return LITTLE.test(text) || fever === 'none' ? 'mild' : 'strong';
  return fever === 'mild' || MILD.test(text) ? 'mild' : null;
}

function withoutHarmless(clause: string): string {
  let text = clause.replace(NEVER_LIKE_THIS, 'the worst ');
  for (const less of LESSENED) text = text.replace(less, ' lessened ');
  for (const harmless of [...HARMLESS, NEGATED]) text = text.replace(harmless, ' ');
  return text.replace(/ +/g, ' ').trim();
}
