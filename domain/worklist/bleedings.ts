import { bleedingIs } from '../care-state/bleeding.ts';
import type { CareFacts, CareState } from '../care-state/facts.ts';
import type { PeriodKind } from '../cycle/period.ts';
import { daysBetween, type LocalDate } from '../time/day.ts';
import { localDate } from '../time/local.ts';
import type { Entry, PatientFacts } from './facts.ts';

type Bleeding = Entry & { day: LocalDate; kind: PeriodKind };
type Facts = { care: CareFacts; careState: CareState; zone: string };

/** An old bleeding logged for the record is not news. */
const NEWS_DAYS = 14;

const WORDS = {
  'in-pregnancy': 'logged during pregnancy',
  'with-loss': 'logged with a pregnancy loss',
};

type Report = PatientFacts['symptoms'][number] & { signs: readonly string[]; since: LocalDate };

/** Bleeding in pregnancy is urgent however mild it is, reported as a symptom as much as logged with the periods. */
export const symptomsIn = (reports: readonly Report[], facts: Facts): PatientFacts['symptoms'] =>
  reports.map(({ since, ...report }) =>
    report.signs.includes('bleeding') && bleedingIs({ day: since, kind: 'unsure' }, facts) === 'in-pregnancy'
      ? { ...report, isUrgent: true, inPregnancy: true }
      : report,
  );

/** Bleeding in pregnancy is an urgent symptom, and so is bleeding with a loss that was not reported yet. */
export const bleedingsIn = (periods: readonly Bleeding[], facts: Facts): PatientFacts['symptoms'] =>
  periods
    .filter((bleeding) => daysBetween(bleeding.day, localDate(bleeding.at, facts.zone)) <= NEWS_DAYS)
    .flatMap((bleeding) => {
      const is = bleedingIs(bleeding, facts);
      return is === null
        ? []
        : [{ id: bleeding.id, at: bleeding.at, isUrgent: true, signs: ['bleeding'], strength: WORDS[is] }];
    });
