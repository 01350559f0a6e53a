import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PATIENT_WORDS = [
  'domain/{copy,journey,coach,messages,safety,symptoms,care-state,today}/**/*.ts',
  'web/src/{patient,components}/**/*.{ts,tsx}',
  'supabase/content/**/*.md',
  'supabase/guides/text/*.md',
];

/** Somebody is told to call: 'Please call.', 'call us', 'or call your clinician'. A call that is booked or joined is a noun. */
const TOLD_TO_CALL =
  /\b(?:please (?:call|phone|ring)\b|(?:call|phone|ring) (?:us|your|our|the clinic|the care|a doctor|an? ambulance|for help|now)\b)[^.'"`<]*/gi;

/** Whom to reach stands in the same sentence: a number, the local one, or somebody of the patient's own. */
const SAYS_WHOM = [/\$\{(?:number|phone)\}/, /local emergency number/, /your doctor or midwife/];

/** Prescribed as it stands; `not-sent.tsx` has `HelpNumbers` below it, which says how else where there is no number. */
const PRESCRIBED = new Set(['Please call']);

test('nobody is told to call without a number, or who else it is', async () => {
  const found: string[] = [];
  for await (const path of glob(PATIENT_WORDS, { cwd: ROOT })) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const text = (await readFile(join(ROOT, path), 'utf8')).replace(/\/\*\*[^]*?\*\/|\/\/.*/g, '');
    for (const [words] of text.matchAll(TOLD_TO_CALL)) {
      const isSaid = PRESCRIBED.has(words) || SAYS_WHOM.some((whom) => whom.test(words));
      if (!isSaid) found.push(`${path}: ${words}`);
    }
  }
  expect(found).toEqual([]);
});

test('the one sentence that is prescribed has the numbers below it', async () => {
  const page = await readFile(join(ROOT, 'web/src/patient/features/feeling/not-sent.tsx'), 'utf8');
  expect(page).toMatch(/FEELING_NOT_SENT\.heading[^]*<HelpNumbers/);
});
