import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Answers, OPTIONS, SPECIFIABLE } from '../../domain/onboarding/questionnaire.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { join, type Patient } from './people.ts';

let patient: Patient;
let leave: () => Promise<void>;
beforeAll(async () => {
  const { database, remove } = await testDatabase();
  patient = await join(database, 'quinn', { consented: true });
  leave = remove;
});
afterAll(() => leave());

/** Stores the answers the way a request with a JSON body does, and undoes them. */
const databaseTakes = async (answers: object) =>
  (await patient.may(
    `insert into public.onboarding_info
     select * from jsonb_populate_record(null::public.onboarding_info, $1)`,
    [JSON.stringify({ ...answers, user_id: patient.id })],
  )) === 1;

const oneOf = (options: readonly string[]) => fc.constantFrom(...options);
const someOf = (options: readonly string[]) => fc.subarray([...options], { minLength: 1 });

/** Blanks of every kind, emoji, control characters, and lengths around the limit. */
const written = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r', '\v', '\f', '\u0001'), maxLength: 4 }),
  fc.string({
    unit: oneOf(['\u0085', '\u00a0', '\u2003', '\u2028', '\u3000', '\ufeff', '\u200b']),
    maxLength: 3,
  }),
  fc
    .tuple(oneOf(['x', '🌱', 'é']), fc.integer({ min: 1998, max: 2003 }))
    .map(([one, length]) => one.repeat(length)),
);

const specified = Object.fromEntries(
  SPECIFIABLE.map((question) => [`${question}_other`, fc.option(written, { freq: 4 })]),
);
const age = fc.integer({ min: 18, max: 100 });

/** Mostly right: every question answered from its options, with texts that may stand where they may not. */
const nearlyRight = fc.record({
  user_age: age,
  partner_age: fc.option(age),
  trying_duration: oneOf(OPTIONS.trying_duration),
  menstrual_cycle_length: oneOf(OPTIONS.menstrual_cycle_length),
  uses_ovulation_tests: oneOf(OPTIONS.uses_ovulation_tests),
  had_fertility_investigations: oneOf(OPTIONS.had_fertility_investigations),
  infertility_diagnosis: someOf(OPTIONS.infertility_diagnosis),
  previous_treatments: someOf(OPTIONS.previous_treatments),
  family_set_up: oneOf(OPTIONS.family_set_up),
});

const everyOption = Object.values(OPTIONS).flat();
const anyAge = fc.oneof(
  fc.integer({ min: 15, max: 103 }),
  fc.double({ min: 17, max: 101, noNaN: true }),
  fc.constant(null),
);
const anyOne = fc.oneof(
  oneOf(everyOption),
  fc.constantFrom('', 'other', 'OTHER ', 'Yes '),
  fc.constant(null),
);
const anySome = fc.oneof(fc.array(oneOf(everyOption), { maxLength: 4 }), fc.constant(null));

/** Right: one of each list, which may be the one that is alone, and words where it is 'Other'. */
const right = nearlyRight.map((answers) => {
  const [diagnosis, treatment] = [answers.infertility_diagnosis.at(-1), answers.previous_treatments.at(-1)];
  const chosen = { ...answers, infertility_diagnosis: [diagnosis], previous_treatments: [treatment] };
  const others = SPECIFIABLE.filter((question) => [chosen[question]].flat().includes('Other'));
  return { ...chosen, ...Object.fromEntries(others.map((question) => [`${question}_other`, 'Words'])) };
});

/** One or two answers exchanged for something that may or may not be right. */
const spoiled = fc
  .tuple(
    fc.oneof(nearlyRight, right),
    fc.record(
      {
        user_age: anyAge,
        partner_age: anyAge,
        trying_duration: anyOne,
        menstrual_cycle_length: anyOne,
        uses_ovulation_tests: anyOne,
        had_fertility_investigations: anyOne,
        infertility_diagnosis: anySome,
        previous_treatments: anySome,
        family_set_up: anyOne,
        ...specified,
      },
      { requiredKeys: [] },
    ),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(([answers, wrong, count]) =>
    Object.assign(answers, Object.fromEntries(Object.entries(wrong).slice(0, count))),
  );

test('the form and the database agree on every set of answers', async () => {
  const verdicts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(spoiled, async (answers) => {
      const allowed = Answers.safeParse(answers).success;
      verdicts[allowed ? 'taken' : 'refused'] += 1;
      expect(await databaseTakes(answers)).toBe(allowed);
    }),
    { numRuns: 400 },
  );
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(40);
});

test('they agree on every text next to Other', async () => {
  const answered = fc.sample(nearlyRight, 1)[0]!;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SPECIFIABLE), written, async (question, text) => {
      const other = { [question]: Array.isArray(answered[question]) ? ['Other'] : 'Other' };
      const answers = { ...answered, ...other, [`${question}_other`]: text };
      expect(await databaseTakes(answers)).toBe(Answers.safeParse(answers).success);
    }),
    { numRuns: 300 },
  );
});
