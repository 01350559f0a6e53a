/**
 * Words of someone who is having a hard time, for a clinical lead to review together with
 * `urgent-words.table.md`: each line is one way to say it. They are matched in plain lowercase, without
 * apostrophes and hyphens.
 */
const WHO =
  '(?:husband|wife|partner|boyfriend|girlfriend|ex|spouse|fiance|fiancee|family|father|mother|dad|mom|brother|roommate)';
const HARD_TIME_WORDS = [
  // Crying.
  '(?:cant|cannot|can not|couldnt|dont|havent) (?:seem to )?(?:stop|stopped) crying',
  'cr(?:y|ied|ying) (?:\\w+ ){0,2}(?:all (?:day|night|the time|week|weekend)|every (?:\\w+ )?(?:day|night|morning)|nonstop|non stop|constantly|for (?:days|hours)|to sleep)',
  // Not safe at home.
  '(?:not|dont feel|do not feel|never|isnt) safe (?:at home|in my (?:own )?(?:home|house|relationship|marriage)|with (?:him|her|them|my \\w+)|here)',
  'unsafe (?:at home|in my (?:own )?(?:home|house)|with (?:him|her|them))',
  `(?:afraid|scared|terrified) (?:of my ${WHO}|to go home|to be home|of (?:him|going home)|hes going to|he will)`,
  `my ${WHO} (?:\\w+ ){0,2}(?:hit|hits|hitting|beats?|beating|punched|punches|slapped|slaps|choked|chokes|strangled|kicked|kicks|shoved|shoves|hurts?|threatened|threatens|abuses?|abused|forced|forces|raped) me`,
  '(?:he|she) (?:hit|hits|beats|punched|slapped|choked|strangled|kicked|threatened|raped) me',
  '(?:domestic (?:violence|abuse)|abusive (?:relationship|marriage|partner|husband|wife|home))',
  // It is too much.
  '(?:so |really |very |deeply |feel(?:ing)? |been |am |im |get )(?:depressed|hopeless|desperate|worthless|broken|devastated|heartbroken|numb)(?! (?:at|with) (?:tech|comput|this app|the app))',
  '(?:falling|fall|fell) apart',
  '(?:cant|cannot|can not|not able to|unable to) (?:cope|function|get out of bed)',
  '(?:having|had|have) (?:a |another )?(?:panic attacks?|breakdown|break down|(?:really |very |such a )?(?:hard|rough|tough|difficult) time(?! (?:with (?:the )?(?:app|portal|link|website|login|kit|video|test)|finding|opening|logging|getting|reading|understanding|using|scheduling|booking|uploading|inserting|putting)))',
  '(?:struggling|suffering) (?:emotionally|mentally|so much|a lot|every day|really)',
  '(?:so|all|completely|totally) alone(?! (?:time|with my))',
];
const HARD_TIME = new RegExp(`\\b(?:${HARD_TIME_WORDS.join('|')})\\b`);
const DENIED =
  /\b(?:not|never|no longer|isnt|wasnt|arent) (?:\w+ )?(?:depressed|hopeless|desperate|alone|devastated|heartbroken)\b/g;

/** The argument is the result of `plainWords`. */
export const speaksOfHardTime = (plain: string): boolean => HARD_TIME.test(plain.replace(DENIED, ' '));
