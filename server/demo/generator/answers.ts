import type { Random } from './random.ts';

/** The answers to the questionnaire that differ from patient to patient. */
export type Answers = {
  tryingFor: string;
  usesTests: string;
  investigated: 'Yes' | 'No';
  diagnosis: string;
  treatments: string[];
  setUp: string;
  hasPartner: boolean;
  hasDonor: boolean;
};

const COUPLE = { setUp: 'Heterosexual couple', hasPartner: true, hasDonor: false };
const TWO_MOTHERS = { setUp: 'Same-sex couple with sperm donor', hasPartner: true, hasDonor: true };
const ALONE = { setUp: 'Single female with sperm donor', hasPartner: false, hasDonor: true };
const COUPLE_AND_DONOR = {
  setUp: 'Heterosexual couple with sperm donor',
  hasPartner: true,
  hasDonor: true,
};
const FAMILIES = [TWO_MOTHERS, TWO_MOTHERS, COUPLE, COUPLE, ALONE, COUPLE_AND_DONOR];
const DONATED = [TWO_MOTHERS, ALONE];

const SHORT = ['1-6 months', '6-12 months'];
const LONG = ['1-2 years', 'Over 2 years'];
/** The diagnosis, for patients who were investigated. */
const FOUND = ['No diagnosis', 'Unexplained infertility', 'PCOS', 'Endometriosis'];
const BEFORE = [
  ['Different home insemination'],
  ['Syringe insemination'],
  ['Intrauterine insemination (IUI)'],
  ['No previous treatments'],
];

/**
 * The longer someone has tried, the likelier investigations and treatments are. A diagnosis needs an
 * investigation.
 */
export function answersOf(random: Random, { needsDonor }: { needsDonor: boolean }): Answers {
  const family = random.pick(needsDonor ? DONATED : FAMILIES);
  const isLong = random.between(0, 2) === 0;
  const isInvestigated = isLong || random.between(0, 4) === 0;
  const found = family === COUPLE_AND_DONOR ? 'Male factor infertility' : random.pick(FOUND);
  return {
    ...family,
    tryingFor: random.pick(isLong ? LONG : SHORT),
    usesTests: random.pick(['Yes', 'Sometimes', 'Sometimes', 'No']),
    investigated: isInvestigated || family === COUPLE_AND_DONOR ? 'Yes' : 'No',
    diagnosis: isInvestigated || family === COUPLE_AND_DONOR ? found : 'No diagnosis',
    treatments: isLong ? random.pick(BEFORE) : ['No previous treatments'],
  };
}
