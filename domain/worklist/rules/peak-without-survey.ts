import { DAY } from '../../time/instant.ts';
import { monthAndDay } from '../../time/words.ts';
import type { PatientFacts } from '../facts.ts';
import type { PatientRule } from '../item.ts';

export const SURVEY_AFTER = 2 * DAY;

type Since = Pick<PatientFacts, 'lastApplicatorSurveyAt' | 'lastPeriodOn' | 'lastPhaseAt' | 'care'>;

/**
 * It was reported; or a pregnancy test or period of a later day, whenever it was logged, or a completed phase
 * shows that it is over.
 */
const isPast = (
  { lastApplicatorSurveyAt, lastPeriodOn, lastPhaseAt, care }: Since,
  peak: NonNullable<PatientFacts['lastPeak']>,
): boolean =>
  [lastApplicatorSurveyAt, lastPhaseAt].some((at) => at !== null && at >= peak.at) ||
  [lastPeriodOn, ...care.results.map(({ takenOn }) => takenOn)].some((day) => day !== null && day > peak.on);

export const peakWithoutSurvey: PatientRule = {
  id: 'peak-without-survey',
  title: 'No applicator report',
  owner: 'coach',
  states: ['treatment'],
  find: ({ lastPeak, ...facts }, { now, sameDay }) => {
    if (!lastPeak || now < lastPeak.at + SURVEY_AFTER || isPast(facts, lastPeak)) return [];
    const since = lastPeak.at + SURVEY_AFTER;
    return [
      {
        factId: lastPeak.id,
        since,
        dueAt: sameDay(since),
        why: `LH peak on ${monthAndDay(lastPeak.on)}, but no applicator reported since.`,
      },
    ];
  },
};
