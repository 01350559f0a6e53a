import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const SURVEY_AFTER = 2 * DAY;

export const peakWithoutSurvey: PatientRule = {
  id: 'peak-without-survey',
  title: 'No applicator report',
  owner: 'coach',
  states: ['treatment'],
  find: ({ lastPeak, lastApplicatorSurveyAt }, { now, sameDay }) => {
    if (!lastPeak || now < lastPeak.at + SURVEY_AFTER) return [];
    if (lastApplicatorSurveyAt !== null && lastApplicatorSurveyAt >= lastPeak.at) return [];
    const since = lastPeak.at + SURVEY_AFTER;
    return [
      {
        factId: lastPeak.id,
        since,
        dueAt: sameDay(since),
        why: 'A peak, and no word of an applicator since.',
      },
    ];
  },
};
