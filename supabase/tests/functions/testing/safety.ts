import type { Patient } from '../../../../server/testing/patient.ts';
import { QUESTIONS } from '../../../../domain/safety/questions.ts';
import type { SafetyAnswers } from '../../../../domain/safety/outcome.ts';
import type { Deployment } from './deployments.ts';

const noTo = (asked: (typeof QUESTIONS)[number]['asked']): SafetyAnswers =>
  Object.fromEntries(QUESTIONS.filter((question) => question.asked === asked).map(({ id }) => [id, 'no']));

export const NO_TO_ALL = noTo('always');
export const NO_ON_PEAK_DAY = noTo('on peak day');

/** A test of now; days are those of UTC, where a call without a zone is. */
export const logPeak = (deployment: Deployment, { id }: Patient) =>
  deployment.server().database.query(
    `insert into public.test_results (user_id, result_type, result, taken_at)
     values ($1, 'ovulation', 'Peak (Positive LH Surge)', now())`,
    [id],
  );

/** As a clinician would. */
export const clearChecks = (deployment: Deployment, { id }: Patient) =>
  deployment
    .server()
    .database.query(
      `update public.safety_checks set cleared_at = now(), cleared_words = 'Talked it over.' where user_id = $1 and outcome <> 'ready'`,
      [id],
    );
