import { DAY, type Instant } from '../../time/instant.ts';
import { monthAndDay } from '../../time/words.ts';
import type { PatientFacts } from '../facts.ts';
import type { PatientRule } from '../item.ts';

export const SURVEY_AFTER = 2 * DAY;

type Since = Pick<PatientFacts, 'lastApplicatorSurveyAt' | 'lastPeriodAt' | 'lastPhaseAt' | 'care'>;

/** It was reported; or a later pregnancy test, period or completed phase shows that it is over. */
const isPast = (
  { lastApplicatorSurveyAt, lastPeriodAt, lastPhaseAt, care }: Since,
  peakAt: Instant,
): boolean =>
  [
    lastApplicatorSurveyAt,
    lastPeriodAt,
    lastPhaseAt,
    ...care.results.map(({ receivedAt }) => receivedAt),
  ].some((at) => at !== null && at >= peakAt);

export const peakWithoutSurvey: PatientRule = {
  id: 'peak-without-survey',
  title: 'No applicator report',
  owner: 'coach',
  states: ['treatment'],
  find: ({ lastPeak, ...facts }, { now, sameDay }) => {
    if (!lastPeak || now < lastPeak.at + SURVEY_AFTER || isPast(facts, lastPeak.at)) return [];
    const since = lastPeak.at + SURVEY_AFTER;
    return [
      {
        factId: lastPeak.id,
        since,
        dueAt: sameDay(since),
        why: lastPeak.on
          ? `LH peak on ${monthAndDay(lastPeak.on)}, but no applicator reported since.`
          : 'LH peak logged, but no applicator reported since.',
      },
    ];
  },
};
