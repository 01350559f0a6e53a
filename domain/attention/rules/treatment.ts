import { DAY, MINUTE } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

const IN_TREATMENT = ['treatment'] as const;
const HOUR = 60 * MINUTE;

export const foundDifficult: PatientRule = {
  id: 'found-difficult',
  title: 'Found it difficult',
  owner: 'coach',
  find: ({ applicatorSurveys }, { nextDayAt, daysLater }) =>
    applicatorSurveys
      .filter(({ wasEasy }) => !wasEasy)
      .map(({ id, at, isFirst }) => ({
        factId: id,
        since: at,
        // Before the second applicator of the next day.
        dueAt: isFirst ? nextDayAt(at, '09:00') : daysLater(at, 1),
        why: 'The applicator was not easy to use.',
      })),
};

export const uncertainBeforeTreatment: PatientRule = {
  id: 'uncertain-before-treatment',
  title: 'Uncertain before treatment',
  owner: 'coach',
  find: ({ uncertainBeforeTreatment: answers }, { reply }) =>
    answers.map(({ id, at }) => ({
      factId: id,
      since: at,
      dueAt: reply(at),
      why: 'The patient feels uncertain about using the kit.',
    })),
};

export const QUIET_FOR = 3 * DAY;

export const quietInCycle: PatientRule = {
  id: 'quiet-in-cycle',
  title: 'Quiet in a cycle',
  owner: 'coach',
  states: IN_TREATMENT,
  find: ({ testFrom, lastLogAt }, { now, daysLater }) => {
    if (!testFrom) return [];
    const since = Math.max(testFrom.at, lastLogAt ?? 0) + QUIET_FOR;
    const why = 'Testing should have begun, and nothing was logged for 3 days.';
    // Whoever logs something and falls quiet again is asked again.
    const factId = `${testFrom.id}:${lastLogAt ?? 0}`;
    return now < since ? [] : [{ factId, since, dueAt: daysLater(since, 1), why }];
  },
};

export const SURVEY_AFTER = 48 * HOUR;

export const peakWithoutSurvey: PatientRule = {
  id: 'peak-without-survey',
  title: 'Peak, no survey',
  owner: 'coach',
  states: IN_TREATMENT,
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

export const NO_TEST_AFTER = 24 * DAY;

export const noPregnancyTest: PatientRule = {
  id: 'no-pregnancy-test',
  title: 'No pregnancy test',
  owner: 'coach',
  states: IN_TREATMENT,
  find: ({ applicatorWithoutTest: used }, { now, daysLater }) => {
    if (!used || now < used.at + NO_TEST_AFTER) return [];
    const since = used.at + NO_TEST_AFTER;
    return [
      {
        factId: used.id,
        since,
        dueAt: daysLater(since, 2),
        why: 'No pregnancy test 24 days after an applicator. Ask gently.',
      },
    ];
  },
};
