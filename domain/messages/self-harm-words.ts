/**
 * Words of self-harm, for a clinical lead to review: each line is one way to say it, with its variants and
 * misspellings. They are matched in plain lowercase, without apostrophes. A denial counts too: anyone who
 * writes 'I am not suicidal' deserves to be asked.
 */
const ME = '(?:my ?s[ei]?l[ei]?f|my ?sle?f|meself|him ?self|her ?self|them ?sel(?:f|ves))';
const TO = '(?:to|2|too)';
const WANT = '(?:want|wanna|wnat|wan(?:t|t)ed|wish|hope|going|gonna|ready|plan(?:ning)?)';
const SELF_HARM_WORDS = [
  // Suicide and its misspellings.
  String.raw`s[uo]+i?[csz]+[iyu]?c?id\w*`,
  String.raw`suicd\w*`,
  String.raw`suisid\w*`,
  String.raw`suacid\w*`,
  'unaliv(?:e|ed|ing)',
  'un alive',
  'kms',
  // Doing something to oneself.
  `(?:kill|kil|killed|killing|off|hang|hanging|shoot|shooting|drown|drowning|harm|harmed|harming|injure|injuring) ${ME}`,
  'self ?harm\\w*',
  'slit(?:ting)? my wrists?',
  'overdos\\w*',
  'od(?:ed|d)? on',
  '(?:took|take|taking|swallow(?:ed)?) (?:all (?:of )?(?:my|the)|too many|a (?:whole )?bottle of) \\w*pills',
  'jump(?:ing)? off (?:a|the) (?:bridge|building|roof)',
  // Not wanting to live.
  `${WANT}(?: ${TO})? (?:just )?die`,
  'wish (?:i|that i) (?:was|were|would be) (?:dead|never born|not alive)',
  '(?:might as well|may as well|rather|should|deserve to|would be easier to) (?:just )?(?:be dead|have died|die|not be here|not exist|not be alive)',
  '(?:already|better) dead',
  `${WANT}(?: ${TO})? (?:just )?(?:disappear|vanish|cease to exist|be gone|sleep)(?: \\w+)? (?:forever|for good|for ever)`,
  `${WANT}(?: ${TO})? (?:just )?(?:fall asleep|go to sleep) and (?:not|never) wake up`,
  'hope i (?:dont|do not|never) wake up',
  'wish i (?:could|would|might) (?:just )?die',
  'wish (?:i|id|i had) (?:was |were )?never (?:been )?born',
  '(?:feel|feeling) like (?:dying|i(?:m| am) dying|ending it)',
  '(?:no one|nobody|noone) would (?:miss|care|notice)(?: \\w+){0,2} (?:gone|dead|died|me)',
  'wish i wasnt (?:alive|here|born)',
  'wish i werent (?:alive|here|born)',
  'wish i (?:could |would )?(?:just )?(?:not wake up|disappear forever)',
  'better off (?:dead|without me)',
  `(?:dont|do not|dnt|didnt|never) (?:really )?(?:want|wanna)(?: ${TO})? (?:live|be alive|be here any ?more|wake up|exist|be on this earth|keep living)`,
  'no (?:reason|point) (?:to|in|of) (?:live|living|being alive|go on living)',
  'nothing (?:left )?to live for',
  'life (?:is not|isnt|aint) worth (?:it|living)',
  'not worth living',
  '(?:tired|sick|done) (?:of|with) (?:living|being alive|life)',
  '(?:cant|cannot|can not|dont want to) go on (?:living|like this|any ?more|any longer|another day)',
  'cant live (?:like this|any ?more)',
  '(?:cant|cannot|can not|dont want to) (?:do|take) (?:this|it|life|living)(?: all)? (?:any ?more|any longer)(?! (?:than|this|if|because (?:of )?(?:work|my (?:job|schedule))))',
  'giv(?:e|ing) up on life',
  // Ending it.
  '(?:end|ending|ended) (?:my|this) (?:own )?life',
  '(?:end|ending) it all',
  '(?:want|wanna|going|gonna|ready|thinking|thought|think|plan(?:ning)?)(?: \\w+){0,2} end(?:ing)? it(?! (?:with|here|after|at|for|on|early|before|once|this|next|if)\\b)',
  '(?:take|taking|took) my (?:own )?life',
  '(?:take|taking) (?:his|her|their) own life',
  'ready to (?:end|be done with) (?:it|everything)',
];
/** Hurting or cutting oneself, unless it was an everyday accident. */
const ACCIDENT =
  '(?= (?:\\w+ ){0,3}(?:shaving|cooking|chopping|opening|lifting|falling|fell|running|moving|working|gardening|cleaning|treadmill|stairs|gym|knife while|paper|glass|workout|exercising|yoga|playing|ankle|knee|back|wrist playing))';
const HURTS = `(?:hurt|hurting|cut|cutting|burn|burning) ${ME}(?!${ACCIDENT})`;

const SELF_HARM = new RegExp(`\\b(?:${[...SELF_HARM_WORDS, HURTS].join('|')})\\b`);

/** The text as the word lists match it: lowercase, without apostrophes and accents, split into sentences. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}.,!?;:°%/\n]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** The argument is the result of `plainWords`. */
export const speaksOfSelfHarm = (plain: string): boolean =>
  SELF_HARM.test(plain.replace(/[^\p{L}\p{N} ]+/gu, ' ').replace(/ +/g, ' '));
