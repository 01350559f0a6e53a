import { plainWords, speaksOfSelfHarm } from './self-harm-words.ts';

/** Of a blood test nobody bleeds, and a sample rests at room temperature. */
const BLOOD = String.raw`blood(?! ?(?:tests?|work|types?|groups?|pressure|results?|draw)\b)`;
const BODY = new RegExp(
  String.raw`\b(?:pain(?:s|ful)?|(?:head|stomach|belly|tummy|back)?aches?|aching|hurt(?:s|ing)?|cramp(?:s|ing)?|shoulders?|bleed(?:s|ing)?|bled|${BLOOD}|clots?|ha?emorrhag\w*|fever(?:s|ish)?|(?<!room )temperature|chills|unwell|faint(?:s|ed|ing)?|dizz(?:y|iness)|light-? ?headed(?:ness)?|pass(?:ed|ing)? out|black(?:ed|ing)? out|collapsed?|vomit(?:s|ed|ing)?|throwing up|diarrho?ea|rash|can(?:no|['’])?t breathe|short(?:ness)? of breath|emergency|ambulance|911)\b`,
  'i',
);
/** `self-harm` has a card of its own, which speaks of no cap. */
export type Urgency = 'strong' | 'self-harm';

/** Whether somebody may be writing of what cannot wait for an answer. It brings up how to get help and prevents nothing, so it says yes too often rather than too seldom. */
export function urgencyOf(text: string): Urgency | null {
  if (speaksOfSelfHarm(plainWords(text))) return 'self-harm';
  return BODY.test(text) ? 'strong' : null;
}
