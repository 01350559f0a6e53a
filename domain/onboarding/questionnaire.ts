import * as z from 'zod/mini';
import { maxCharacters } from '../contracts/fields/max-length.ts';
import { MAX_CHARACTERS } from '../contracts/fields/lengths.ts';
import { NOT_AN_OBJECT } from '../contracts/fields/submission.ts';

export const OTHER = 'Other';

export const OPTIONS = {
  trying_duration: ['1-6 months', '6-12 months', '1-2 years', 'Over 2 years'],
  menstrual_cycle_length: ['<21 days', '21-35 days', '>35 days', OTHER],
  uses_ovulation_tests: ['Yes', 'No', 'Sometimes', OTHER],
  had_fertility_investigations: ['Yes', 'No', OTHER],
  infertility_diagnosis: [
    'No diagnosis',
    'Endometriosis',
    'Low ovarian reserve',
    'Male factor infertility',
    'PCOS',
    'Unexplained infertility',
    OTHER,
  ],
  previous_treatments: [
    'Different home insemination',
    'Syringe insemination',
    'Intrauterine insemination (IUI)',
    'In vitro fertilisation (IVF)',
    'No previous treatments',
    OTHER,
  ],
  family_set_up: [
    'Heterosexual couple',
    'Heterosexual couple with surrogate',
    'Heterosexual couple with sperm donor',
    'Same-sex couple with surrogate',
    'Same-sex couple with sperm donor',
    'Single female with sperm donor',
    'Single male with surrogate',
    OTHER,
  ],
} as const;

/** The 'none' answer, which cannot be combined with others. */
export const NONE = {
  infertility_diagnosis: 'No diagnosis',
  previous_treatments: 'No previous treatments',
} as const;

/** The questions with an 'Other' answer, each with its own text. */
export const SPECIFIABLE = [
  'menstrual_cycle_length',
  'uses_ovulation_tests',
  'had_fertility_investigations',
  'infertility_diagnosis',
  'previous_treatments',
  'family_set_up',
] as const;
export type Specifiable = (typeof SPECIFIABLE)[number];

const YOUNGEST = 18;
const OLDEST = 100;
const NOT_AN_AGE = 'Please enter a valid age';

const age = (missing: string, tooYoung: string) =>
  z
    .number({ error: ({ input }) => ((input ?? undefined) === undefined ? missing : 'Age must be a number') })
    .check(z.gte(YOUNGEST, tooYoung), z.lte(OLDEST, NOT_AN_AGE), z.multipleOf(1, NOT_AN_AGE));

const oneOf = <Option extends string>(options: readonly Option[], missing: string) =>
  z.enum(options, missing);

const AT_LEAST_ONE = 'Please select at least one option';
const EACH_ONCE = 'Please select each option once';
const someOf = <Option extends string>(options: readonly Option[], none: Option) =>
  z.array(z.enum(options, AT_LEAST_ONE), AT_LEAST_ONE).check(
    z.minLength(1, AT_LEAST_ONE),
    z.maxLength(options.length, EACH_ONCE),
    z.refine((chosen) => new Set(chosen).size === chosen.length, EACH_ONCE),
    z.refine((chosen) => chosen.length === 1 || !chosen.includes(none), `Please select '${none}' alone`),
  );

/** The error if the text next to 'Other' is blank. */
const UNSPECIFIED: Record<Specifiable, string> = {
  menstrual_cycle_length: 'Please specify your cycle length',
  uses_ovulation_tests: 'Please specify your ovulation test usage',
  had_fertility_investigations: 'Please specify your fertility investigations',
  infertility_diagnosis: 'Please specify your diagnosis',
  previous_treatments: 'Please specify your previous treatments',
  family_set_up: 'Please specify your family setup',
};

const specified = (question: Specifiable) =>
  z.prefault(
    z.nullable(
      z.string(UNSPECIFIED[question]).check(
        z.refine((text) => /\S/u.test(text), UNSPECIFIED[question]),
        ...maxCharacters(MAX_CHARACTERS),
        z.regex(/^[^\0\p{Cs}]*$/u, 'Please use letters, numbers and punctuation only'),
      ),
    ),
    null,
  );

const { trying_duration, menstrual_cycle_length, uses_ovulation_tests, family_set_up } = OPTIONS;

/** The questionnaire's answers by the names they are stored under. The table's checks enforce the same. */
export const Answers = z
  .object(
    {
      user_age: age('Your age is required', 'You must be at least 18 years old'),
      partner_age: z.prefault(
        z.nullable(age('Age must be a number', 'Partner must be at least 18 years old')),
        null,
      ),
      trying_duration: oneOf(trying_duration, "Please select how long you've been trying"),
      menstrual_cycle_length: oneOf(menstrual_cycle_length, 'Please select your cycle length'),
      menstrual_cycle_length_other: specified('menstrual_cycle_length'),
      uses_ovulation_tests: oneOf(uses_ovulation_tests, 'Please select an option'),
      uses_ovulation_tests_other: specified('uses_ovulation_tests'),
      had_fertility_investigations: oneOf(OPTIONS.had_fertility_investigations, 'Please select an option'),
      had_fertility_investigations_other: specified('had_fertility_investigations'),
      infertility_diagnosis: someOf(OPTIONS.infertility_diagnosis, NONE.infertility_diagnosis),
      infertility_diagnosis_other: specified('infertility_diagnosis'),
      previous_treatments: someOf(OPTIONS.previous_treatments, NONE.previous_treatments),
      previous_treatments_other: specified('previous_treatments'),
      family_set_up: oneOf(family_set_up, 'Please select your family setup'),
      family_set_up_other: specified('family_set_up'),
    },
    NOT_AN_OBJECT,
  )
  .check(({ value, issues }) => {
    for (const question of SPECIFIABLE) {
      const text = value[`${question}_other`];
      if (text === null || choseOther(value[question])) continue;
      issues.push({
        code: 'custom',
        path: [`${question}_other`],
        message: 'Please select Other to specify',
        input: text,
      });
    }
  });
export type Answers = z.output<typeof Answers>;

export const choseOther = (answer: string | readonly string[]): boolean =>
  typeof answer === 'string' ? answer === OTHER : answer.includes(OTHER);
