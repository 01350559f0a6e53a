/** Of a blood test nobody bleeds. */
const BLOOD = String.raw`blood(?! ?(?:tests?|work|types?|groups?|pressure|results?|draw)\b)`;
const URGENT = new RegExp(
  String.raw`\b(?:pain(?:s|ful)?|hurt(?:s|ing)?|cramp(?:s|ing)?|bleed(?:s|ing)?|bled|${BLOOD}|clots?|fever(?:s|ish)?|faint(?:s|ed|ing)?|dizzy|pass(?:ed|ing)? out|collapsed?|vomit(?:s|ed|ing)?|throwing up|rash|can(?:no|['’])?t breathe|suicid\w*|(?:kill|hurt|harm)(?:ing)? myself|emergency|ambulance|911)\b`,
  'i',
);

/** Whether somebody may be writing of what cannot wait for an answer. It brings up how to get help and prevents nothing, so it says yes too often rather than too seldom. */
export const mentionsUrgent = (text: string): boolean => URGENT.test(text);
