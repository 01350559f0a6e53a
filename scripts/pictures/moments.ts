import { daysAgo, logPeriod, logTest, ZONE } from '../../e2e/support/cycle-steps.ts';
import type { Clinic } from '../../e2e/support/fixtures.ts';
import { bookCall, loadTo } from '../../e2e/support/journey-steps.ts';
import { answered, setUpFamily, logTimer } from '../../e2e/support/safety-steps.ts';

type Prepare = (clinic: Clinic, email: string) => Promise<unknown>;
const PEAK = 'Peak (Positive LH Surge)';
const CONSULTATION = 'initial-consultation';
const DAY = 24 * 60;

/** Moments in a patient's life, made of the facts the portal would have stored, with Today's words. */
export const MOMENTS: readonly [name: string, says: string, ...facts: Prepare[]][] = [
  ['New', 'Your first step'],
  ['The consultation is booked', 'Your consultation is on', asked, calls(CONSULTATION, 7 * DAY)],
  [
    'It is booked, the questionnaire is open',
    'Your answers to the questionnaire',
    at('consultation-prep'),
    calls(CONSULTATION, 7 * DAY),
  ],
  [
    'It is today, the questionnaire is open',
    'Your consultation is today',
    at('consultation-prep'),
    calls(CONSULTATION, 25),
  ],
  ['It is today', 'You can join from', asked, calls(CONSULTATION, 25)],
  ['It can be joined', 'You can join', asked, calls(CONSULTATION, 5)],
  ['Its time has passed', 'Missed it?', asked, calls(CONSULTATION, -2 * DAY)],
  ['It was held', 'You’ve had your consultation', asked, calls(CONSULTATION, -2 * DAY), noted(CONSULTATION)],
  ['The kit needs an address', 'Where should we send your kit?', asked, at('optimize'), kitAsked],
  ['The kit is being prepared', 'Your kit is being prepared', asked, at('optimize'), kitAsked, addressed],
  ['The kit is on its way', 'Your kit is on its way', asked, at('optimize'), parcel],
  ['No coach call yet', 'Next up: a call', asked, at('consultation')],
  [
    'The coach call is booked',
    'Your coach call is on',
    asked,
    at('consultation'),
    calls('meet-your-clinical-coach', 3 * DAY),
  ],
  ['No period is logged', 'When did your last period start?', at('ovulation', 1)],
  ['Too early to test', 'Start testing on', at('ovulation', 1), period(5)],
  ['A day to test', 'Take an ovulation test today', at('ovulation', 1), period(11)],
  ['Tested today', 'You’ve logged today’s test', at('ovulation', 1), period(11), test(0, 'High (Rising LH)')],
  [
    'Peak day, no safety check',
    'Please answer the safety check',
    at('applicators', 1),
    period(13),
    test(0, PEAK),
  ],
  [
    'Peak day, blocked',
    'Please do not use an applicator',
    at('applicators', 1),
    period(13),
    test(0, PEAK),
    checked('clinician'),
  ],
  ['Peak day, ready', 'It’s time for your first applicator.', ...peakDay()],
  ['The sample rests', 'Let your sample rest until', ...peakDay(), timer('sample', 10)],
  ['The cap is in', 'Take your cap out by', ...peakDay(), timer('cap-in', 60)],
  ['The cap is late', 'Your cap has been in for 5 hours', ...peakDay(), timer('cap-in', 320)],
  [
    'Used, not reported',
    'How did your first applicator go?',
    ...peakDay(),
    timer('cap-in', 40),
    timer('cap-out', 5),
  ],
  [
    'The day after the peak, yesterday’s unused',
    'Please ask your coach',
    at('applicators', 1),
    period(14),
    test(1, PEAK),
    checked('ready'),
  ],
  [
    'Both days passed unused',
    'Your applicator days have passed',
    at('applicators', 1),
    period(18),
    test(5, PEAK),
  ],
  ['A negative test', 'Take the time you need', at('testing', 1), period(30), pregnancy('negative', 1)],
  [
    'A negative, and then a period',
    'Your period has started',
    at('testing', 1),
    pregnancy('negative', 1, 3),
    period(0),
  ],
  [
    'After three negatives',
    'When you feel ready',
    at('post-treatment'),
    ...[1, 2, 3].map((cycle) => pregnancy('negative', cycle)),
  ],
  [
    'The review is booked',
    'Your treatment review is on',
    at('post-treatment'),
    calls('post-treatment-review', 7 * DAY),
  ],
  ['Everything is done', 'Nothing to do today', at('post-treatment'), finished],
  ['Pregnant', 'Next up: a review', at('testing', 1), pregnancy('positive', 1)],
  ['An unclear test', 'Your last test was hard to read', at('testing', 1), pregnancy('unclear', 1)],
  ['Paused', 'Nothing to do today', at('ovulation', 1), outcome('pause')],
  [
    'After a loss',
    'There’s nothing you need to do',
    at('testing', 1),
    pregnancy('positive', 1, 20),
    outcome('loss'),
  ],
  ['Stopped', 'Nothing to do today', at('ovulation', 1), outcome('stop')],
];

function asked(clinic: Clinic, email: string) {
  return setUpFamily(clinic, email, 'Heterosexual couple');
}

function at(phase: string, cycle: number | null = null): Prepare {
  return (clinic, email) => loadTo(clinic, email, phase, cycle);
}

function calls(slug: string, startsInMinutes: number): Prepare {
  return async (clinic, email) => {
    if (slug === CONSULTATION) await loadTo(clinic, email, 'consultation-prep');
    await bookCall(clinic, email, slug, startsInMinutes);
  };
}

function period(ago: number): Prepare {
  return (clinic, email) => logPeriod(clinic, email, ago);
}

function test(ago: number, result: string): Prepare {
  return (clinic, email) => logTest(clinic, email, ago, result);
}

function checked(outcomeOfCheck: Parameters<typeof answered>[2]): Prepare {
  return (clinic, email) => answered(clinic, email, outcomeOfCheck);
}

function timer(action: string, minutesAgo: number): Prepare {
  return (clinic, email) => logTimer(clinic, email, action, minutesAgo);
}

function peakDay(): Prepare[] {
  const confirmed = own(
    `update public.safety_checks set peak_day = $2
     where user_id = (select user_id from public.customers where customer_email = $1)`,
    daysAgo(0),
  );
  return [at('applicators', 1), period(13), test(0, PEAK), checked('ready'), confirmed];
}

function noted(consultation: string): Prepare {
  return own(
    `insert into public.consultation_notes (user_id, consultation_reference, notes)
     select user_id, $2, '<p>Folic acid</p>' from public.customers where customer_email = $1`,
    consultation,
  );
}

function kitAsked(clinic: Clinic, email: string) {
  return own(
    `insert into public.kit_requests (user_id, person_id, person_name)
     select user_id, care_team.id, care_team.name from public.customers, public.care_team
     where customer_email = $1 and care_team.email = $2`,
    'coach@example.com',
  )(clinic, email);
}

function addressed(clinic: Clinic, email: string) {
  return own(
    `update public.customers set shipping_line1 = $2, shipping_city = 'New York', shipping_state = 'NY', shipping_zip = '10118'
     where customer_email = $1`,
    '350 Fifth Avenue',
  )(clinic, email);
}

function parcel(clinic: Clinic, email: string) {
  return own(
    'update public.customers set tracking_url = $2 where customer_email = $1',
    'https://example.com/track/1',
  )(clinic, email);
}

function pregnancy(result: string, cycle: number, ago = 0): Prepare {
  return own(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on, taken_zone)
     select user_id, 'PREGNANCY', $2, $3, now() - make_interval(days => $4), $5, $6
     from public.customers where customer_email = $1`,
    result,
    cycle,
    ago,
    daysAgo(ago),
    ZONE,
  );
}

function finished(clinic: Clinic, email: string) {
  return own(
    `insert into public.completed_phases (user_id, phase_id, stage_number)
     select user_id, 'post-treatment', 4 from public.customers where customer_email = $1`,
  )(clinic, email);
}

function outcome(kind: string): Prepare {
  return own(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, $2, $3, 1 from public.customers where customer_email = $1`,
    kind,
    daysAgo(0),
  );
}

function own(text: string, ...values: unknown[]): Prepare {
  return (clinic, email) => clinic.sql(text, [email, ...values]);
}
