/**
 * Words of self-harm, for a clinical lead to review: each line is one way to say it, with its variants and
 * misspellings. They are matched in plain lowercase, without apostrophes. A denial counts too: anyone who
 * writes 'I am not suicidal' deserves to be asked.
 */
const ME = '(?:my ?s[ei]?l[ei]?f|my ?sle?f|meself|him ?self|her ?self|them ?sel(?:f|ves))';
const TO = '(?:to|2|too)';
const WANT = '(?:want|wanna|wnat|wan(?:t|t)ed|wish|hope|going|gonna|ready|plan(?:ning)?)';
const TOOK = '(?:took|take|taking|taken|swallow(?:ed|ing)?|downed|ate)';
const MANY =
  '(?:all (?:of )?(?:my|the|our|his|her)|(?:way |far )?too (?:many|much)|a (?:whole |entire )?(?:bottle|bunch|handful|lot|load|pile|ton|box|pack) of|lots of|handfuls? of|so many|[1-9]\\d+)';
const PILLS =
  '(?:\\w*pills?|tablets?|meds|medications?|medicines?|tylenol|ibuprofen|advil|aspirin|ambien|xanax|benadryl|melatonin|oxy\\w*|antidepressants?|painkillers?)';
const WAKE_UP =
  '(?:wake|woke|waking) up(?! (?:so|this|that|too|at|every|with|to|early|in the)\\b(?! morning))';
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
  // Taking too much of something, counted or not.
  `${TOOK} ${MANY} (?:\\w+ ){0,2}?${PILLS}`,
  `${TOOK} (?:the (?:whole|entire|full)|an entire|a (?:whole|full)|half (?:a|the)) bottle`,
  '(?:drank|drinking|drink|swallowed) (?:bleach|antifreeze|poison|drain cleaner)',
  'jump(?:ing)? off (?:a|the) (?:bridge|building|roof)',
  // Not wanting to live.
  `${WANT}(?: ${TO})? (?:just )?die`,
  'wish (?:i|that i) (?:was|were|would be) (?:dead|never born|not alive)',
  '(?:might as well|may as well|rather|should|deserve to|would be easier to) (?:just )?(?:be dead|have died|die|not be here|not exist|not be alive)',
  '(?:already|better) dead',
  `${WANT}(?: ${TO})? (?:just )?(?:disappear|vanish|cease to exist|be gone|sleep)(?: \\w+)? (?:forever|for good|for ever)`,
  `${WANT}(?: ${TO})? (?:just )?(?:fall asleep|go to sleep) and (?:not|never) wake up`,
  `(?:wish|hope|hoping|pray|praying)(?: that)? i (?:just )?(?:dont|do not|didnt|did not|never|wont|will not|wouldnt|would not|could not|couldnt)(?: ever| just)? ${WAKE_UP}`,
  '(?:mind|fine with|okay with|ok with|about|want|prefer) (?:just )?(?:not|never) waking up',
  '(?:dont|do not|wouldnt|would not) (?:even |really )?(?:care|mind|matter) if i (?:just )?(?:live|lived|die|died|disappeared|was dead|were dead|didnt wake up|dont wake up)',
  'wouldnt mind (?:dying|being dead)',
  '(?:think|thinking|thought|thoughts|dream|dreaming|fantasi[sz]e|fantasi[sz]ing) (?:a lot )?(?:about|of) (?:my own )?(?:dying|death|being dead|not being (?:here|alive)|not existing)',
  '(?:shouldnt|should not|dont deserve to|do not deserve to) (?:be|have been) (?:alive|here any ?more|born)|(?:dont|do not) deserve to live',
  'wish i (?:could|would|might) (?:just )?die',
  'wish (?:i|id|i had) (?:was |were )?never (?:been )?born',
  '(?:feel|feeling) like (?:dying|i(?:m| am) dying|ending it)',
  '(?:no one|nobody|noone) would (?:miss|care|notice)(?: \\w+){0,2} (?:gone|dead|died|me)',
  'wish i wasnt (?:alive|here|born)',
  'wish i werent (?:alive|here|born)',
  'wish i (?:could |would )?(?:just )?(?:not wake up|disappear forever)',
  'better off (?:dead|without me)',
  '(?:would|will|d) be (?:so much |much |far |a lot )?(?:better|happier|easier) (?:if i (?:was|were) (?:dead|gone)|without me(?= ?$| (?:here|around|in it|alive)))',
  '(?:everyone|world|everybody|family|husband|wife|partner|kids|they|he|she|life) would be (?:so much |much |far |a lot )?(?:better|happier) without me',
  '(?:i am|im) (?:just |only |such |nothing but |always )?a burden',
  '(?:join|be with) my (?:\\w+ )?(?:baby|babies|angel|child|son|daughter) in (?:heaven|the sky)',
  '(?:want|wanna|going|gonna|ready|wish i could) (?:to )?(?:just )?join my (?:baby|babies|angel|child|son|daughter)',
  `(?:dont|do not|dnt|didnt|never) (?:really )?(?:want|wanna)(?: ${TO})? (?:live|be alive|be here any ?more|wake up|exist|be on this earth|keep living)`,
  'no (?:reason|point) (?:to|in|of) (?:live|living|being alive|go on living)',
  '(?:reason|point) (?:to|in|of) (?:keep going|keep on going|going on(?= ?$| (?:any ?more|living|like this)))',
  'point (?:of|in) (?:living|being alive|my life)(?! (?:so|in|at|near|far|here|with|close))',
  'no way out(?= ?$| (?:for me|of this|except|but|any ?more|i)\\b)',
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
  '(?:want|wanna|need|wish)(?: for)? (?:it all|all of (?:it|this)|everything|my life)(?: to| would)? (?:just )?(?:end|stop|be over)',
  // Means, and goodbyes.
  '(?:loaded|bought a|got a|have a|my) gun (?:next|here|in my|ready|to my|by|beside)|loaded gun',
  '(?:jump|jumping|step|stepping|walk|walking|throw myself|lie down|run) (?:in front of|under|into) (?:a |an |the )?(?:moving )?(?:train|subway|bus|truck|car|traffic)',
  '(?:driv(?:e|ing)|crash(?:ing)?|steer(?:ing)?) (?:my |the |our )?car (?:into|off|over)',
  '(?:goodbye|suicide|farewell) (?:letters?|notes?)|final goodbyes?|this is (?:my )?goodbye(?: forever)?$',
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
