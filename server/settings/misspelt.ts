import { nearestName } from '../edit-distance.ts';
import { Environment } from './environment.ts';

const OURS = Object.keys(Environment.shape);
// A short name is similar to too many others: HOST and HOME, PORT and PATH.
const MIN_LENGTH = 6;
const LONG_ENOUGH = OURS.filter((name) => name.length >= MIN_LENGTH);
const MAX_DIFFERENCE = 2;
// A name with this beginning is meant for us. Other programs have their own SUPABASE_… or NODE_….
const FAMILIES = [
  'BLOG_',
  'COACH_',
  'LINK_',
  'PATIENT_WORDS',
  'SMS_',
  'SMTP_',
  'STORAGE_S3_',
  'STUN_',
  'TURN_',
];

/** Names in the environment that aren't ours but almost: `SMPT_URL` for `SMTP_URL`. */
export function misspeltSettings(environment: NodeJS.ProcessEnv): { found: string; meant: string }[] {
  return Object.keys(environment).flatMap((found) => {
    if (OURS.includes(found) || found.length < MIN_LENGTH) return [];
    const meant = meantBy(found.toUpperCase());
    return meant.length > 0 ? [{ found, meant: meant.join(' or ') }] : [];
  });
}

function meantBy(found: string): string[] {
  const nearest = nearestName(found, LONG_ENOUGH, MAX_DIFFERENCE);
  if (nearest) return [nearest];
  const incomplete = OURS.filter((name) => leavesOutWords(found, name));
  if (incomplete.length > 0) return incomplete;
  const family = FAMILIES.find((beginning) => found.startsWith(beginning));
  return family ? OURS.filter((name) => name.startsWith(family)) : [];
}

/** `LINK_PRIVACY` for `LINK_PRIVACY_POLICY`. */
function leavesOutWords(found: string, name: string): boolean {
  const [words, all] = [found.split('_'), name.split('_')];
  return words.length > 1 && words[0] === all[0] && words.every((word) => all.includes(word));
}
