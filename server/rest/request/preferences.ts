import type { Caller } from '../../database/query-types.ts';
import { invalidPreferences } from '../errors.ts';

const KNOWN = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;

type Name = keyof typeof KNOWN;
type Choices = { -readonly [N in Name]?: (typeof KNOWN)[N][number] };
export type Preferences = Choices & { maxAffected?: number };
export type AppliedName = Name | 'max-affected';

const NONE: Preferences = {};

type PreferRequest = { prefer: string | null; role: Caller['role'] };

/**
 * Parses `Prefer`. The first value of each preference counts. Unknown ones are refused only with
 * `handling=strict`.
 */
export function parsePreferences({ prefer: header, role }: PreferRequest): Preferences {
  if (header === null) return NONE;
  const preferences: Preferences = {};
  const unknown: string[] = [];
  for (const preference of header.split(',').map((part) => part.trim())) {
    const [name = '', value = ''] = preference.split('=', 2);
    if (name === 'max-affected' && /^\d{1,15}$/.test(value)) preferences.maxAffected ??= Number(value);
    else if (isKnown(name, value)) Object.assign(preferences, { [name]: preferences[name] ?? value });
    else if (preference !== '') unknown.push(preference);
  }
  if (preferences.handling === 'strict' && unknown.length) throw invalidPreferences(unknown);
  // A limit on rows is enforced only with `handling=strict`.
  if (preferences.handling !== 'strict') delete preferences.maxAffected;
  // Only the service may request a rollback, because that would also undo the audit line.
  if (role !== 'service_role') delete preferences.tx;
  return preferences;
}

const isKnown = (name: string, value: string): name is Name =>
  Object.hasOwn(KNOWN, name) && (KNOWN[name as Name] as readonly string[]).includes(value);

const ORDER: AppliedName[] = ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'max-affected'];

/** The value of `Preference-Applied`: the caller's preferences that apply to this request. */
export function appliedPreferences(
  preferences: Preferences,
  meaningful: readonly AppliedName[],
): string | null {
  if (preferences === NONE) return null;
  const applied = ORDER.filter((name) => meaningful.includes(name)).flatMap((name) => {
    const value = name === 'max-affected' ? preferences.maxAffected : preferences[name];
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return applied.length ? applied.join(', ') : null;
}
