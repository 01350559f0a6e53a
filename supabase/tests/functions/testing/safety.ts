import type { Patient } from '../../../../server/testing/patient.ts';
import { QUESTIONS } from '../../../../domain/safety/questions.ts';
import type { SafetyAnswers } from '../../../../domain/safety/safety-outcome.ts';
import type { CareState } from '../../../../domain/care-state/facts.ts';
import type { Deployment } from './deployments.ts';

const noTo = (asked: (typeof QUESTIONS)[number]['asked']): SafetyAnswers =>
  Object.fromEntries(QUESTIONS.filter((question) => question.asked === asked).map(({ id }) => [id, 'no']));

export const NO_TO_ALL = noTo('always');
/** Answers after an earlier check. */
export const NO_ON_PEAK_DAY = { ...noTo('on peak day'), ...noTo('from the second time') };

/** A test taken now. Without a zone, days are in UTC. */
export const logPeak = (deployment: Deployment, { id }: Patient) =>
  deployment.server().database.query(
    `insert into public.test_results (user_id, result_type, result, taken_at, taken_on)
     values ($1, 'ovulation', 'Peak (Positive LH Surge)', now(), private.day_at(now(), private.known_zone($1)))`,
    [id],
  );

/** Clears or decides like a clinician. */
export const clearChecks = (deployment: Deployment, { id }: Patient) =>
  deployment
    .server()
    .database.query(
      `update public.safety_checks set cleared_at = now(), cleared_words = 'Talked it over.' where user_id = $1 and outcome <> 'ready'`,
      [id],
    );

/** The questionnaire's answer about the family. */
export const setUpFamily = (deployment: Deployment, { id }: Patient, familySetUp: string) =>
  deployment.server().database.query(
    `insert into public.onboarding_info (user_id, user_age, trying_duration, menstrual_cycle_length,
       uses_ovulation_tests, had_fertility_investigations, infertility_diagnosis, previous_treatments, family_set_up)
     values ($1, 34, '1-6 months', '21-35 days', 'Yes', 'No', '{No diagnosis}', '{No previous treatments}', $2)`,
    [id, familySetUp],
  );

/** Stored like the function record-agreement does. */
export const agree = (deployment: Deployment, { id }: Patient, agreed: boolean, name = 'Robin Vale') =>
  deployment.server().database.query(
    `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
     values ($1, 'surrogate', $3, $2, '2026-11-16')`,
    [id, agreed, name],
  );

/** The patient uses the applicator herself. */
export const ownBody = (deployment: Deployment, { id }: Patient) =>
  deployment.server().database.query(
    `insert into public.applicator_agreements (user_id, person, agreed, words_version)
     values ($1, 'self', true, '2026-11-16')`,
    [id],
  );

/** How to reach each care state except treatment. */
export const AT_REST = {
  paused: `insert into public.outcome_events (user_id, kind, day, cycle) values ($1, 'pause', current_date, 1)`,
  pregnant: `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
    values ($1, 'PREGNANCY', 'positive', 1, now())`,
  unsure: `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
    values ($1, 'PREGNANCY', 'unclear', 1, now())`,
  'after-loss': `insert into public.outcome_events (user_id, kind, day, cycle) values ($1, 'loss', current_date, 1)`,
  stopped: `insert into public.outcome_events (user_id, kind, day, cycle) values ($1, 'stop', current_date, 1)`,
} satisfies Record<Exclude<CareState, 'treatment'>, string>;
