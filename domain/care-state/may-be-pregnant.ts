import { daysBetween, type LocalDate } from '../time/day.ts';

/** Ten months, as `private.may_be_pregnant` counts them within a few days. */
const DAYS = 304;

/** Whether a loss is possible: an applicator was used, or a test was positive, within ten months. */
export const mayBePregnant = (
  days: { applicatorsUsedOn: readonly LocalDate[]; positiveOn: readonly LocalDate[] },
  today: LocalDate,
): boolean => [...days.applicatorsUsedOn, ...days.positiveOn].some((day) => daysBetween(day, today) <= DAYS);
