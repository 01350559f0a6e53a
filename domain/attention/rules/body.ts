import { CAP_LIMIT, REMOVAL_GRACE } from '../../treatment-day/treatment-day.ts';
import { MINUTE } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const urgentSymptoms: PatientRule = {
  id: 'urgent-symptoms',
  title: 'Urgent symptoms',
  owner: 'clinician',
  find: ({ symptoms }, { within }) =>
    symptoms
      .filter(({ isUrgent }) => isUrgent)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: within(at, 60),
        isUrgent: true,
        why: 'Symptoms with an urgent sign were reported.',
      })),
};

export const symptoms: PatientRule = {
  id: 'symptoms',
  title: 'Symptoms',
  owner: 'coach',
  find: ({ symptoms: reports }, { reply }) =>
    reports
      .filter(({ isUrgent }) => !isUrgent)
      .map(({ id, at }) => ({ factId: id, since: at, dueAt: reply(at), why: 'Symptoms were reported.' })),
};

/** After half an hour it is a clinician's. */
const CLINICIAN_AFTER = 30 * MINUTE;

export const capTooLong: PatientRule = {
  id: 'cap-too-long',
  title: 'Cap worn too long',
  owner: 'coach',
  find: ({ capIn, applicatorSurveys }, { now, sameDay }) => {
    const since = capIn && capIn.at + CAP_LIMIT + REMOVAL_GRACE;
    const running =
      capIn && since !== null && now >= since
        ? [
            {
              factId: capIn.id,
              since,
              // At any hour: a body does not wait for the clinic to open.
              dueAt: since + CLINICIAN_AFTER,
              isUrgent: true,
              owner: now < since + CLINICIAN_AFTER ? ('coach' as const) : ('clinician' as const),
              why: 'A cap has been in for more than 5 hours.',
            },
          ]
        : [];
    const told = applicatorSurveys
      .filter((survey) => survey.capTooLong)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: sameDay(at),
        why: 'The survey says that the cap was in for more than 5 hours.',
      }));
    return [...running, ...told];
  },
};

export const safetyCheck: PatientRule = {
  id: 'safety-check',
  title: 'Safety check',
  owner: 'clinician',
  find: ({ safetyCheckHeld }, { sameDay }) =>
    safetyCheckHeld
      ? [
          {
            factId: safetyCheckHeld.id,
            since: safetyCheckHeld.at,
            dueAt: sameDay(safetyCheckHeld.at),
            why: 'The safety check asks for a talk with a clinician.',
          },
        ]
      : [],
};
