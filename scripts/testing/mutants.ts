import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule that is broken on purpose, and the tests of `npm test` that must notice. */
export type Mutant = {
  rule: string;
  /** For a folder, the last file with these words, because a later migration replaces an earlier one. */
  place: string;
  words: string;
  broken: string;
  tests: string;
  /** Selects some of the file's tests, if all of them take long. */
  only?: string;
  /** Where that name is, if another file holds tests that this one shares. */
  named?: string;
};

const MIGRATIONS = 'supabase/migrations';

export const MUTANTS: readonly Mutant[] = [
  {
    rule: 'policy: patients read their own results only',
    place: MIGRATIONS,
    words: `create policy "Patients read their own results" on public.test_results
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));`,
    broken: `create policy "Patients read their own results" on public.test_results
  for select to authenticated using ((select private.has_consented()));`,
    tests: 'supabase/tests/results.test.ts',
  },
  {
    rule: 'lock: one server for a data folder',
    place: 'server/embedded/lock.ts',
    words: 'if (holder) return holder;',
    broken: '',
    tests: 'server/embedded/lock.test.ts',
    only: 'a second server on the same data learns who holds it',
  },
  {
    rule: 'limit: thirty downloads in an hour',
    place: 'supabase/functions/export-my-data/handler.ts',
    words: `name: 'data-export', max: 30,`,
    broken: `name: 'data-export', max: 3_000,`,
    tests: 'supabase/tests/functions/export-my-data.test.ts',
    only: 'thirty downloads an hour are the limit',
  },
  {
    rule: 'due time: an answer within three hours',
    place: 'domain/coach/reply-time.ts',
    words: 'clinic.replyHours * HOUR',
    broken: '4 * HOUR',
    tests: 'domain/coach/reply-promise.test.ts',
  },
  {
    rule: 'zone: a day is that of the place',
    place: 'domain/time/local.ts',
    words: 'isoFromInstant(instant + offsetAt(instant, zone)).slice(0, 16)',
    broken: 'isoFromInstant(instant).slice(0, 16)',
    tests: 'domain/time/local.test.ts',
  },
  {
    rule: 'grant: only the server counts towards a limit',
    place: MIGRATIONS,
    words: 'grant execute on function public.take_from_limit(text, integer, integer) to service_role;',
    broken: 'grant execute on function public.take_from_limit(text, integer, integer) to anon, service_role;',
    tests: 'supabase/tests/catalogue.test.ts',
  },
  {
    rule: 'redirect: sign-in leads to a page of the portal only',
    place: 'web/src/patient/across-features/after-sign-in.ts',
    words: `return pageAt(cameFor.split('?')[0]!) ? cameFor : '/home';`,
    broken: 'return cameFor;',
    tests: 'web/src/patient/across-features/after-sign-in.test.ts',
  },
  {
    rule: 'ordering: what is urgent is at the top',
    place: 'domain/worklist/order.ts',
    words: 'groupOf(one, now) - groupOf(other, now) ||',
    broken: 'groupOf(other, now) - groupOf(one, now) ||',
    tests: 'domain/worklist/order.test.ts',
  },
  {
    rule: 'idempotency key: a form that is sent again is stored once',
    place: 'supabase/functions/_shared/patients/submission.ts',
    words: '{ user_id: userId, submission_id: submissionId, ...columns },',
    broken: '{ user_id: userId, submission_id: null, ...columns },',
    tests: 'supabase/tests/functions/submit-pregnancy-test-result.test.ts',
    only: 'the same form sent again is answered with the row of the first time',
    named: 'supabase/tests/functions/testing/submissions.ts',
  },
  {
    rule: 'audit line: a note that is written leaves a trace',
    place: MIGRATIONS,
    words: 'create trigger audit_medical_notes after insert or update or delete on public.medical_notes',
    broken: 'create trigger audit_medical_notes after update or delete on public.medical_notes',
    tests: 'supabase/tests/audit.test.ts',
  },
];

/** The file to break, and its text before and after; throws where the words are no longer there. */
export function breakRule(root: string, { rule, place, words, broken }: Mutant) {
  const files = place.endsWith('.ts')
    ? [place]
    : readdirSync(join(root, place))
        .sort()
        .map((name) => join(place, name));
  for (const file of files.toReversed()) {
    const text = readFileSync(join(root, file), 'utf8');
    if (text.includes(words)) return { file, text, brokenText: text.replace(words, () => broken) };
  }
  throw new Error(`${place} no longer says what the mutant "${rule}" breaks: ${words}`);
}
