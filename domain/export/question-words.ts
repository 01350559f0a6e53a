/** The wording of each question, by the name its answer is stored under. */
export const QUESTIONNAIRE: Record<string, string> = {
  user_age: 'Your age',
  partner_age: "Partner's age",
  trying_duration: 'How long trying to conceive',
  menstrual_cycle_length: 'Average menstrual cycle length',
  menstrual_cycle_length_other: 'Average menstrual cycle length: please specify',
  uses_ovulation_tests: 'Ovulation tests',
  uses_ovulation_tests_other: 'Ovulation tests: please specify',
  had_fertility_investigations: 'Fertility investigations',
  had_fertility_investigations_other: 'Fertility investigations: please specify',
  infertility_diagnosis: 'Infertility diagnosis',
  infertility_diagnosis_other: 'Infertility diagnosis: please specify',
  previous_treatments: 'Previous fertility treatments',
  previous_treatments_other: 'Previous fertility treatments: please specify',
  family_set_up: 'Family setup',
  family_set_up_other: 'Family setup: please specify',
};

/** In the order the answers are stored. */
export const APPLICATOR_SURVEY = [
  'Day of insemination',
  'Treatment cycle',
  'Any medication',
  'Which medication',
  'From collection to insertion',
  'How long the cap was worn',
  'How it went',
  'More about how it went',
] as const;

export const BEFORE_TREATMENT_SURVEY = 'How you feel before treatment';
