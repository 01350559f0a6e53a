import { GOES_ON, LONG_AGO, OTHERS, OTHERS_SPEAK } from './urgent-word-lists.ts';

/**
 * Words of a pregnancy loss, for a clinical lead to review together with `urgent-words.table.md`: each line
 * is one way to say it. They are matched in plain lowercase, without apostrophes and hyphens.
 */
const MY = '(?:the|my|our|this|that|another)';
const BABY =
  '(?:bab(?:y|ies|ys)|pregnanc(?:y|ies)|pregnacy|twins?|child|little one|angel|bean|fetus|(?:baby )?(?:boy|girl))';
const LOSS_WORDS = [
  // Losing a pregnancy.
  `(?:lost|loosing|losing|loose|lose) ${MY} (?:\\w+ )?${BABY}(?! (?:weight|fat|name|book|blanket|hat|shower|clothes|fever|bump|sitter|monitor|brother|sister|test|tests|card|guide|app))`,
  `(?:lost|losing) (?:a|both|all) (?:\\w+ )?${BABY}`,
  `loss of (?:\\w+ )?${MY} (?:\\w+ )?${BABY}`,
  '(?:had|having|have had|been having|think its|think it is|is|was|it was|its) a (?:pregnancy |early |late )*loss',
  '(?:pregnancy|early) loss',
  // Miscarriage and its misspellings.
  String.raw`miss?carr?[aiey]\w*`,
  'still ?(?:born|birth)',
  'chemical pregnancy',
  'blighted ovum',
  '(?:had|have|having|need|getting|scheduled for|after) (?:a|the|my) d (?:and |n )?c',
  // The heartbeat, and the baby.
  '(?:no|without a|lost the|isnt a|is not a|wasnt a|was no|not find a|couldnt find a|cant find a|didnt find a|cannot find a|couldnt hear a|didnt see a|couldnt see a) (?:\\w+ )?heart ?beat',
  'heart ?beat (?:has |had |is |was )?(?:stopped|gone|not there)',
  `${MY} ${BABY} (?:has |had |is |was |just |have )*(?:died|dead|passed|gone|stopped growing|not (?:alive|growing|viable)|didnt (?:make it|survive)|isnt alive|no longer alive)`,
  // A pregnancy that ended.
  `${MY} pregnancy (?:has |had |is |was |just |have )*(?:over|ended|gone|failed|failing|not viable|nonviable|non viable)`,
  '(?:not|no longer|never going to be) pregnant (?:any ?more|any longer|now)',
  'no longer pregnant',
  '(?:non ?|not (?:a )?)viable pregnancy',
];
const LOSS = new RegExp(`\\b(?:${LOSS_WORDS.join('|')})\\b`);

/** Denials, and what is only feared or asked about. They are removed before anything is matched. */
const SAID = '(?:miscarr\\w*|loss|los(?:e|t|ing)(?: \\w+){1,3})';
const HARMLESS = new RegExp(
  [
    `\\b(?:didnt|did not|havent|hasnt|have not|not|never|no|wasnt|isnt|without)(?: (?:had|have|having|been|be|lose|lost|losing|a|an|any|actually|experienced|think))* (?:miscarr\\w*|(?:pregnancy )?loss|los(?:e|t|ing) (?:the|my|our|a) \\w+)\\b`,
    `\\b(?:risks?|chances?|odds|rates?|likelihood|fear|fears|signs?|symptoms?|causes?|prevent\\w*|avoid\\w*) (?:of |for )?(?:a |an |another |having a |early )*(?:miscarr\\w*|pregnancy loss|stillbirth|losing \\w+ \\w+)`,
    `\\b(?:afraid|scared|terrified|worried|nervous|anxious|worry|panic\\w*)(?: \\w+){0,3} ${SAID}`,
    `\\b(?:what if|in case|if|could|can|might|would|will)(?: \\w+){0,4} ${SAID}`,
    `\\b(?:causes?|means?|mean) (?:a |early )*(?:miscarr\\w*|pregnancy loss)`,
    `\\b(?:read|article|articles|guide|video|podcast|book|post)(?: \\w+){0,4} (?:miscarr\\w*|pregnancy loss|loss)`,
    `\\b(?:previous|prior|past|earlier|recurrent|first|last|two|three|several|multiple|2|3) (?:pregnancy )?(?:miscarriages?|loss(?:es)?)`,
  ].join('|'),
  'g',
);

/** What may be happening now, or may have happened already, is no fear of what could come. */
const LOSES = '(?:los(?:t|ing)|miscarried|miscarrying|(?:had|having) a miscarriage)';
const MAY_BE_HAPPENING = new RegExp(
  [
    `\\bi (?:might|may|could) (?:be|have) ${LOSES}`,
    `\\b(?:afraid|scared|terrified|worried|nervous|anxious)(?: that)? (?:i|im|ive)(?: (?:am|have|may|might|could|be))* ${LOSES}`,
  ].join('|'),
);

const SENTENCE_END = /[!?;\n]+|\.(?!\d)|\b(?:but|however|although|though|and then|then)\b/;

/** Whether a text speaks of a loss now. The argument is the result of `plainWords`. */
export const speaksOfLoss = (plain: string): boolean =>
  plain.split(SENTENCE_END).some((clause) => {
    const own = clause.replace(OTHERS, (part) => (OTHERS_SPEAK.test(part) ? part : ' '));
    if (LONG_AGO.test(own) && !GOES_ON.test(own)) return false;
    return LOSS.test(MAY_BE_HAPPENING.test(own) ? own : own.replace(HARMLESS, ' '));
  });
