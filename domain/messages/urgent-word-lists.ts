/**
 * The words that `urgent-words.ts` matches a message against, for a clinical lead to review together with
 * `urgent-words.table.md`, which shows the result for each sentence. All are in plain lowercase, without
 * apostrophes and hyphens.
 */

const any = (...words: readonly string[]) => `(?:${words.join('|')})`;
const whole = (...words: readonly string[]) => new RegExp(`\\b${any(...words)}\\b`);
/** Two things in one clause, in either order, with at most this many words between them. */
const near = (one: string, other: string, words = 5) =>
  `${one}\\b(?:,? \\S+){0,${words}}?,? ${other}|${other}\\b(?:,? \\S+){0,${words}}?,? ${one}`;

/** Misspellings of the words below. */
export const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ble+d+in+g?|bleedin|bleeeding|bledding|bleading)\b/g, 'bleeding'],
  [/\b(?:fe+ver|feaver|fevr|fevor)\b/g, 'fever'],
  [/\b(?:tempature|temperture|temprature|tempreture)\b/g, 'temperature'],
  [/\b(?:vommit|vomitt|vomitting|vomitin|puking|puked)\b/g, 'vomiting'],
  [/\b(?:diarhea|diarreah|diarrhoea|diareah|diahrrea)\b/g, 'diarrhea'],
  [/\b(?:dizy|dizzey|dissy)\b/g, 'dizzy'],
  [/\b(?:crampin|craming|crampy)\b/g, 'cramping'],
  [/\b(?:pian|payn|painfull)\b/g, 'pain'],
  [/\b(?:sever|severre|seveer|sevre)\b/g, 'severe'],
  [/\b(?:unbareable|unberable)\b/g, 'unbearable'],
  [/\b(?:sholder|shoudler|shouldr)\b/g, 'shoulder'],
  [/\b(?:heavey|hevy|heavly)\b/g, 'heavy'],
  [/\b(?:soked|soacked|socked)\b/g, 'soaked'],
  [/\b(?:clotts|clotting)\b/g, 'clots'],
  [/\b(?:hemor+h?age|hemm?or+h?aging|haemorrhag\w*)\b/g, 'hemorrhage'],
  [/\bpast out\b/g, 'passed out'],
  [/\b(?:feinted|fainetd|faintd)\b/g, 'fainted'],
  [/\b(?:spoting|spottin)\b/g, 'spotting'],
];

const FEELINGS = any('heart', 'soul', 'feelings', 'ego');
const ELSEWHERE = any(
  'breasts?',
  'boobs?',
  'nipples?',
  'muscles?',
  'legs?',
  'arms?',
  'feet',
  'foot',
  'knees?',
  'calves',
);

/** Harmless uses. They are removed from a text before anything else is matched. */
export const HARMLESS: readonly RegExp[] = [
  // Feelings, and ways of speaking
  `(?:hurts?|hurting|aches?|aching|pain(?:ful|s)?) (?:\\w+ )?(?:emotionally|mentally|inside|my feelings|my heart)`,
  `(?:emotional|mental|psychological)(?:ly)? (?:\\w+ )?(?:pain\\w*|hurt\\w*)`,
  `${FEELINGS} (?:\\w+ ){0,2}(?:hurts?|aches?|aching|hurting|pain|bleeds)`,
  `(?:hurts?|painful|pains me) (?:\\w+ )?to (?:see|watch|hear|think|know|admit|say|scroll|read|talk|tell|be around|ask)`,
  `pain(?:s)? of (?:\\w+ ){0,2}(?:infertility|loss|losing|waiting|not|trying|another|seeing|missing|hope)`,
  `pain in the (?:neck|butt|ass|rear)`,
  `(?:such )?a pain to`,
  `(?:no pain no gain|growing pains|pain point|painstaking\\w*|painkillers?|pain (?:killers?|relievers?|meds?|medicine|medications?|relief|scale|free|management))`,
  `(?:wouldnt|wont|cant|couldnt|doesnt|might|not) hurt to`,
  `(?:bleeding heart|bleeding edge|blood type|rash (?:decision|move|choice))`,
  `(?:killing|kills) (?:me|time)`,
  `faint(?:ed|ing)? (?:with|for|from) (?:joy|happiness|relief|excitement)`,
  `headaches? (?:is|are|has|have) (?:finally |now |all )?gone`,
  `(?:weight off|shoulder to (?:cry|lean)|cold shoulder|shrug\\w* (?:my )?shoulders?)`,
  `shoulders? (?:surger(?:y|ies)|operation|bag|season|length|month|replacement|appointment|brace|workout|exercises?|day)`,
  `sick (?:of|and tired|leave|days?|pay|note|time|with worry)|worried sick|home ?sick|called in sick|morning sickness`,
  `(?:feel|feeling|felt) (?:\\w+ )?(?:terrible|awful|horrible|bad|sick) (?:about|for|that|because)`,
  `emergency (?:contacts?|kit|fund|number|plan|exit|contraception)|emergency room (?:nurse|doctor)|work in the er`,
  // Tests, samples and numbers
  `blood ?(?:tests?|work|type|group|pressure|results?|draw|drawn|sugar|panel|levels?|sample|count|donation)|give blood|donate blood`,
  `(?:lines?|positives?|tests?|strips?|results?|it|they) (?:is|was|are|were|looks?|looked|seems?|came out|turned out|gets?|got)(?: \\w+){0,3} faint\\w*`,
  `faint(?:er|est|ly)? (?:\\w+ ){0,3}(?:lines?|positives?|marks?|colou?r\\w*|tests?|shadow|results?|smiley|pink|smell)`,
  `faint(?:ly|er|est)`,
  `(?:room|basal|body basal|bbt|storage|fridge|water|bath|outside|oven) (?:\\w+ )?temperatures?|basal body temp\\w*|temperatures? (?:chart|method|rise|shift|dip|drop|spike after ovulation)|take my temperature every`,
  `(?:hay|cabin|baby|spring|yellow|dengue|scarlet) fever`,
  `black ?out (?:curtains?|dates?|period|shades?)`,
  `clots? (?:disorder|factor)|blood clots? (?:disorder|run)`,
  // Other parts of a body, and everyday mishaps
  `(?:nose|gums?|finger|knee|paper ?cut|tooth|ear|hemorrhoids?|cuticles?|razor)(?: \\w+){0,2} (?:bleed\\w*|bled|blood\\w*)|nosebleeds?|nose bleeds?|bleeding (?:from )?(?:my |the )?(?:nose|gums?|finger)`,
  `sore ${ELSEWHERE}|${ELSEWHERE} (?:are|is|feel|feels|get|were)(?: \\w+){0,2} (?:sore|tender|achy|swollen|aching|hurting)`,
  `diaper rash|heat rash|razor rash|razor burn`,
  `(?:tissue (?:box|paper)|box of tissues|tissues?) (?=for|in|on|out|at|handy|$)`,
].map((phrase) => new RegExp(`\\b(?:${phrase})(?!\\w)`, 'g'));

const SYMPTOM = any(
  'pain\\w*',
  '\\w*aches?',
  'aching',
  'hurt\\w*',
  'cramp\\w*',
  'sore\\w*',
  'discomfort',
  'bleed\\w*',
  'bled',
  'blood',
  'spotting',
  'clots?',
  'tissue',
  'fevers?',
  'feverish',
  'temperature',
  'temp',
  'chills',
  'faint\\w*',
  'dizz\\w*',
  'light ?headed\\w*',
  'vomit\\w*',
  'throwing up',
  'diarrhea',
  'rash',
  'unwell',
  'sick',
  'emergency',
  'symptoms?',
  'discharge',
  'passed out',
  'pass(?:ing)? out',
  'shoulder pain',
);
/**
 * If one of these is between a 'no' and the symptom, the 'no' doesn't deny the symptom: 'not sure if', 'does
 * not stop bleeding'.
 */
const BREAKS = any(
  'stop\\w*',
  'stand',
  'take',
  'bear',
  'handle',
  'ignore',
  'control',
  'sure',
  'know',
  'normal',
  'idea',
  'way',
  'sleep\\w*',
  'walk',
  'move',
  'breathe',
  'only',
  'just',
  'eas\\w*',
  'help\\w*',
  'better',
  'because',
  'with',
  'from',
  'due',
  'and',
  'i',
  'im',
  'ive',
  'we',
  'she',
  'why',
  'understand',
  'one',
  'sit',
  'eat',
  'get',
  'getting',
  'wait',
  'this',
  'matter',
  'reach',
  'answer\\w*',
);
const NO = any(
  'no',
  'not',
  'never',
  'without',
  'havent',
  'hasnt',
  'hadnt',
  'dont',
  'doesnt',
  'didnt',
  'isnt',
  'arent',
  'wasnt',
  'werent',
  'aint',
  'zero',
  'nor',
  'free of',
  'no longer',
  'dont think (?:i|its|it is|thats|there is)(?: have| had| am| a| any)?',
);
const LIST_END =
  '(?=,| or\\b| nor\\b| and\\b|\\s*$| (?:at all|so far|today|yet|right now|anymore|any more|either|after|since|during|really|here|whatsoever|anything|this|yesterday|last)\\b)';

/** A denial, with the list that may follow it: 'no pain, fever or bleeding'. */
export const NEGATED = new RegExp(
  `\\b${NO}(?: (?!${BREAKS}\\b)\\w+){0,4}? ${SYMPTOM}\\b(?:(?:, ?(?:or |nor |and |no |any )?| (?:or|nor|and) (?:any |no )?|/)(?:\\w+ )?${SYMPTOM}\\b${LIST_END})*`,
  'g',
);

/** 'I have never had cramps like this' is not a denial. */
export const NEVER_LIKE_THIS =
  /\bnever (?:had|felt|experienced) (?=(?:\w+ ){0,2}(?:pain|cramps?|ache) (?:like|this|so|that))/g;

/** 'Not too bad', 'has stopped': a symptom that is now mild. */
export const LESSENED: readonly RegExp[] = [
  /\b(?:not|isnt|wasnt|nothing|arent) (?:too |very |that |so |really |all that )?(?:much|a lot of|a lot|bad|strong|heavy|severe|terrible|painful|intense|sharp)\b/g,
  /\b(?:has |have |is |was |it )?(?:stopped|all gone|went away|gone now|gone away|resolved|went down|cleared up|subsided)\b/g,
];

const PAIN = any(
  'pains?',
  'painful',
  'ach(?:es?|ing|y)',
  '(?:belly|stomach|tummy)aches?',
  'cramp\\w*',
  'hurt(?:s|ing)?',
  'stabbing',
  'throbbing',
);
const HARD = any(
  'severe(?:ly)?',
  'strong',
  'sharp',
  'stabbing',
  'intense',
  'unbearable',
  'excruciating',
  'terribl[ey]',
  'horribl[ey]',
  'awful',
  'agonizing',
  'worst',
  'worse',
  'extreme(?:ly)?',
  'bad(?:ly)?',
  'crazy',
  'insane',
  'sudden(?:ly)?',
  'shooting',
  'so much',
  'too much',
  'a lot',
  'lots',
  'really',
  'very',
  'super',
  'so',
  'like hell',
  'like crazy',
  'knife',
  'labor',
  'screaming',
  'crying',
  'constant',
  'wont stop',
  'doubl\\w+',
  'curled',
  'debilitating',
);
const ONE_SIDE = any(
  'one side(?:d)?',
  'left side',
  'right side',
  'one spot',
  'lower (?:left|right)',
  'on the (?:left|right)',
  'on (?:my )?(?:left|right)',
  '(?:left|right) (?:ovary|lower|hip|groin)',
);
const BLEED = any('bleed\\w*', 'bled', 'blood', 'flow');
const MUCH = any(
  'heav(?:y|ily|ier)',
  'lots?',
  'so much',
  'too much',
  'gush\\w*',
  'pouring',
  'flooding',
  'profuse\\w*',
  'non ?stop',
  'wont stop',
  'cant stop',
  'not stop\\w*',
  'doesnt stop',
  'hasnt stopped',
  'bright red',
  'everywhere',
  'toilet',
  'running down',
  'a ton',
  'filled',
  'covered',
);
const PADS = any(
  'pads?',
  'towels?',
  'sheets?',
  'pants',
  'underwear',
  'tampons?',
  'mattress',
  'liners?',
  'jeans',
  'clothes',
);
const CANNOT = '(?:cant|cannot|can not|can barely|can hardly|couldnt|unable to|not able to)';

/** Signs that cannot wait for a reply (domain/copy/emergency-signs.ts), as people write them. */
export const STRONG: readonly RegExp[] = [
  whole(near(HARD, PAIN)),
  whole(near(ONE_SIDE, PAIN, 6)),
  whole(
    near('shoulders?', any(PAIN, 'sore', 'tender', 'stiff'), 6),
    'shoulder tip',
    'tip of (?:my|the|her) shoulder',
  ),
  whole('(?:[6-9]|10) ?(?:/|out of) ?(?:10|ten)'),
  whole(
    `${CANNOT} (?:even )?(?:stand|walk|move|sit|get up|sleep|talk|function|straighten|take|bear|handle)(?: \\S+){0,5}? ${PAIN}`,
    `${PAIN}(?: \\S+){0,5}? ${CANNOT}`,
  ),
  whole('doubled over', 'worst headache'),
  whole(
    `${CANNOT} breathe?`,
    '(?:short(?:ness)?|out) of breath',
    '(?:trouble|hard|difficulty|struggling)(?: \\w+)? (?:to )?breath\\w*',
    `chest (?:\\w+ )?${any(PAIN, 'tight\\w*', 'pressure')}`,
    `${any(PAIN, 'tight\\w*', 'pressure')} in my chest`,
  ),
  whole('(?:throat|tongue|lips?|face) (?:is |are |feels? )?(?:closing|swelling|swollen)', 'hives all over'),
  // Bleeding
  whole(near(MUCH, BLEED)),
  whole(
    `(?:soak|soaked|soaking|soaks|fill|filled|filling|bled|bleeding|bleed|went|going|go|gone|blood)(?: \\S+){0,3}? (?:through )?(?:\\S+ ){0,3}?${PADS}`,
  ),
  whole(
    `${PADS} (?:\\w+ )?(?:an|every|per|each|in an|in one|in 1|in less than an|within an|in half an|in the last|in two|in 2) hours?`,
    `chang\\w+ (?:my )?${PADS} every`,
  ),
  whole('hemorrhag\\w*', 'gush\\w* of (?:blood|red)'),
  whole(
    'pass(?:ed|ing|es)?(?: \\S+){0,4}? (?:tissue|clots?|gr[ae]y stuff|a sac|the sac)',
    'tissue (?:came|coming|come|fell|is coming)',
  ),
  whole(
    'think(?: \\S+){0,3} (?:miscarry\\w*|miscarriage|losing (?:it|the baby|the pregnancy|my baby))',
    '(?:im|am|be) miscarrying',
    'having a miscarriage',
  ),
  // Fever and feeling very unwell
  whole('runn?ing a (?:high )?(?:temp|temperature)', 'high temp(?:erature)?', 'burning up'),
  whole(
    near(
      'rash',
      any('fever', 'sunburn', 'vomit\\w*', 'faint\\w*', 'dizz\\w*', 'all over', 'spreading', 'cap'),
      8,
    ),
  ),
  whole(
    near(
      '(?:vomit\\w*|throwing up)',
      any('diarrhea', 'cap', 'nonstop', 'non stop', 'all night', 'blood', 'dizz\\w*'),
      8,
    ),
    `${CANNOT} keep (?:\\w+ ){0,3}down`,
  ),
  whole(
    '(?:very|really|so|extremely|terribly|super|seriously|violently) (?:\\w+ )?(?:unwell|ill|sick|weak)',
    'toxic shock',
    'tss',
  ),
  whole(
    near(
      '(?:dizz\\w*|light ?headed)',
      any('very', 'so', 'really', 'extremely', CANNOT, 'about to', 'going to', 'almost', 'fall\\w*', 'fell'),
      4,
    ),
  ),
  whole(
    'fainted',
    'faint(?:ing|s)?',
    'pass(?:ed|ing)? out',
    'black(?:ed|ing)? out',
    'collapsed?',
    'lost consciousness',
    'unconscious',
    'unresponsive',
  ),
  whole('911', 'ambulance', 'emergenc(?:y|ies)', '(?:the|to|an) er', 'e r'),
  whole('ectopic (?:\\w+ )?(?:now|again)|(?:could|might|think|afraid)(?: \\S+){0,4} ectopic'),
  // A cap that may stay in too long.
  whole(
    'cap (?:\\w+ ){0,4}in (?:\\w+ ){0,3}(?:[6-9]|1\\d|2\\d|six|seven|eight|nine|ten) hours',
    'it has been in (?:\\w+ ){0,3}(?:[6-9]|1\\d|2\\d|six|seven|eight|nine|ten) hours',
    '(?:cap|string) (?:is |seems? |got |feels? )?(?:\\w+ )?(?:stuck|broke|broken)',
    '(?:cant|cannot|couldnt) (?:\\w+ )?(?:get|find|reach|feel|pull|remove) (?:\\w+ )?(?:the )?(?:cap|string|it out)',
  ),
];

/** Strong by themselves. Mild next to a diminishing word or a mention of a period. */
export const STRONG_UNLESS_LITTLE = whole('bleed\\w*', 'bled', 'blood\\w*', 'clots?', 'fevers?', 'feverish');
export const LITTLE = whole(
  'light(?:ly|er)?',
  'little',
  'slight(?:ly)?',
  'bit',
  'some',
  'minor',
  'tiny',
  'small',
  'mild',
  'spots?',
  'spotting',
  'implantation',
  'barely',
  'drops?',
  'tinged?',
  'pink(?:ish)?',
  'brown(?:ish)?',
  'wip(?:e|ed|ing)',
  'streaks?',
  'specks?',
  'low grade',
  'period',
  'menstrual',
  'on the cap',
  'lessened',
  'a touch',
  'not alarming',
  'almost (?:no|none)',
  'hardly',
  'one time',
  'once',
);

export const MILD = whole(
  PAIN,
  'sore\\w*',
  'tender\\w*',
  'discomfort',
  'headache',
  'backache',
  '\\w+aches?',
  'spotting',
  'dizz\\w*',
  'light ?headed\\w*',
  'chills',
  'shiver\\w*',
  'rash',
  'itch\\w*',
  'vomit\\w*',
  'throw(?:ing)? up',
  'threw up',
  'diarrhea',
  'unwell',
  'feel(?:ing)? (?:sick|ill|off|awful|terrible|horrible|weak)',
  'felt (?:sick|ill|awful|weak)',
  'temp(?:erature)? (?:is|was|went|has been|feels)(?: \\w+){0,2} (?:up|high|higher|elevated|warm)',
  'discharge',
  'smells? (?:bad|foul|funny|weird|off|fishy)',
  'burn(?:s|ing)? when',
  'burning',
  'heavy period',
  'period (?:is|was)(?: \\w+){0,2} heav(?:y|ier)',
  'red (?:stuff|discharge)',
  '(?:cap|string) (?:is |seems? |got |feels? )?(?:\\w+ )?(?:gone|missing|lost)',
);

/** A part about someone who isn't in treatment. It ends where the patient mentions themselves again. */
export const OTHERS = new RegExp(
  `\\bmy ${any('mom', 'mum', 'mother', 'dad', 'father', 'son', 'daughter', 'kids?', 'child', 'children', 'toddler', 'nephew', 'niece', 'sister', 'brother', 'friend', 'boss', 'co ?worker', 'colleague', 'neighbor', 'dog', 'cat', 'puppy', 'grandm\\w+', 'grandpa', 'grandfather', 'aunt', 'uncle', 'cousin', 'roommate', 'mother in law', 'father in law')}s? (?:\\w+ )?${any('has', 'had', 'have', 'is', 'was', 'are', 'were', 'got', 'gets', 'just', 'started', 'woke', 'came', 'fell', 'fainted', 'passed', 'threw', 'keeps', 'developed', 'feels', 'felt', 'ran', 'broke', 'hurt', 'lost', 'miscarried')}\\b.*?(?=,| so\\b| and i\\w*\\b| while\\b| when i\\b|$)`,
);
/** About the patient after all: 'my mom is worried about the bleeding'. */
export const OTHERS_SPEAK = /\b(?:i|im|ive|me|worried|asked|thinks?|says|said|told|noticed|suggested)\b/;

/** Something long ago is one level lower, unless it continues. */
export const LONG_AGO =
  /\b(?:(?:years?|months?|weeks?) ago|last (?:year|summer|winter|spring|fall|month|cycle)|in (?:19|20)\d\d|back in|as a (?:kid|child|teen\w*)|when i was (?:a|an|in|\d+|younger|little|young|pregnant with)|history of|used to|in (?:high school|college)|my (?:first|last|previous|earlier) (?:pregnancy|cycle|ivf|iui)|childhood|previously|before i started)\b/;
export const GOES_ON = /\b(?:again|today|tonight|still|since|this morning|right now|ever since)\b/;

/** A symptom that may happen is one level lower than one that is happening. */
export const MAYBE =
  /\b(?:(?<!sure |know |tell |wondering |check )if (?:i|she|you|there|it|the) (?:ever |do |should )?(?:get|have|start|feel|develop|notice|see|experience|run|is|was|hurts?|bleeds?|were)|what if|in case|will (?:it|the|this|there|i)|does (?:it|the|this|an?|putting|using|inserting|taking)|do (?:most|you|people|other)|would (?:it|there)|can (?:it|the cap|this|a cap|the applicator) (?:cause|hurt|make|lead)|going to hurt|supposed to hurt|should i expect|how (?:painful|much pain)|worried about (?!the|my|this)|afraid of|scared of|side effects?|risk of|signs? of|symptoms? of|(?:read|article|pamphlet|guide|video) (?:\w+ ){0,3}(?:about|that|says|on)|may (?:cause|bring))\b/;
