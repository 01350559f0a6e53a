import type { Page } from '@playwright/test';
import { answer, answerAll, answered, setUpFamily, logTimer } from '../../e2e/support/safety-steps.ts';
import { logPeriod, logTest } from '../../e2e/support/cycle-steps.ts';
import type { Clinic } from '../../e2e/support/fixtures.ts';
import { loadTo } from '../../e2e/support/journey-steps.ts';
import { press } from '../../e2e/support/logging-steps.ts';

/** A screen, for a patient with these facts. A demo patient already has them. */
export type Scene = {
  name: string;
  of?: string;
  arrange?: (clinic: Clinic, email: string) => Promise<unknown>;
  path: string;
  /** The patient's acts before the picture. */
  act?: (page: Page) => Promise<void>;
  /** Waits for the last request. */
  until?: string | RegExp;
  /** Outside the clinic's hours. */
  atNight?: true;
};

const PEAK = 'Peak (Positive LH Surge)';

const event =
  (kind: string, until: string | null = null) =>
  (clinic: Clinic, email: string) =>
    clinic.sql(
      `insert into public.outcome_events (user_id, kind, day, cycle, until)
       select user_id, $2, current_date, 1, $3::date from public.customers where customer_email = $1`,
      [email, kind, until],
    );

const tested =
  (...results: string[]) =>
  async (clinic: Clinic, email: string) => {
    for (const [at, result] of results.entries())
      await clinic.sql(
        `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
         select user_id, 'PREGNANCY', $2, 1, now() - make_interval(hours => $3) from public.customers where customer_email = $1`,
        [email, result, results.length - at],
      );
  };

const inCycle =
  (...next: ((clinic: Clinic, email: string) => Promise<unknown>)[]) =>
  async (clinic: Clinic, email: string) => {
    await loadTo(clinic, email, 'applicators', 1);
    for (const each of next) await each(clinic, email);
  };
const period = (ago: number, kind?: string) => (clinic: Clinic, email: string) =>
  logPeriod(clinic, email, ago, kind);
const peak = (ago: number) => (clinic: Clinic, email: string) => logTest(clinic, email, ago, PEAK);
const checked = (outcome: 'ready' | 'clinician' | 'stop') => (clinic: Clinic, email: string) =>
  answered(clinic, email, outcome);
const timer = (action: string, ago: number) => (clinic: Clinic, email: string) =>
  logTimer(clinic, email, action, ago);

const check = (page: Page, name: string | RegExp) => page.getByLabel(name, { exact: true }).check();

async function chooseStrong(page: Page): Promise<void> {
  await check(page, 'Pain');
  await check(page, 'Bleeding');
  await page.getByRole('group', { name: 'How bad is it?' }).getByLabel('Severe').check();
}

async function answerWith(page: Page, question: string | null): Promise<void> {
  await answerAll(page, 'No');
  if (question) await answer(page, question, 'Yes');
  await press(page, 'Send answers');
}

/** States outside treatment, and the demo's patients in them. */
const STATUS: Scene[] = [
  ...['paused', 'loss', 'irregular', 'cycle2'].flatMap((who): Scene[] => [
    { name: `${who}-home`, of: who, path: '/home', until: /^Your coach|Test Results/ },
    { name: `${who}-plan`, of: who, path: '/overview' },
    { name: `${who}-phase`, of: who, path: '/overview?phase=ovulation&cycle=1' },
    { name: `${who}-account`, of: who, path: '/account' },
    { name: `${who}-coach`, of: who, path: '/support' },
    { name: `${who}-learn`, of: who, path: '/learn' },
  ]),
  { name: 'loss-messages', of: 'loss', path: '/messages' },
  {
    name: 'pause-over',
    arrange: inCycle(event('pause', new Date().toISOString().slice(0, 10))),
    path: '/home',
  },
  { name: 'stopped', arrange: inCycle(event('stop')), path: '/home' },
  { name: 'stopped-plan', arrange: inCycle(event('stop')), path: '/overview' },
  { name: 'unsure', arrange: inCycle(tested('unclear')), path: '/home' },
  { name: 'unsure-after-positive', arrange: inCycle(tested('positive', 'negative')), path: '/home' },
  { name: 'pregnant', arrange: inCycle(tested('positive')), path: '/home' },
  { name: 'just-lost', arrange: inCycle(tested('positive'), event('loss')), path: '/home' },
];

/** Reports, and the pages that answer them. */
const TELLING: Scene[] = [
  { name: 'pause', path: '/pause', arrange: inCycle() },
  {
    name: 'pause-told',
    path: '/pause',
    arrange: inCycle(),
    act: async (page) => {
      await check(page, 'I don’t know yet');
      await press(page, 'Pause my treatment');
    },
    until: 'Your treatment is paused.',
  },
  {
    name: 'third-radio',
    path: '/log-result/pregnancy',
    arrange: inCycle(),
    act: (page) => check(page, "I'm not sure what it shows"),
  },
  {
    name: 'unclear-told',
    path: '/log-result/pregnancy',
    arrange: inCycle(),
    act: async (page) => {
      await check(page, "I'm not sure what it shows");
      await press(page, 'Continue');
    },
    until: 'It can be hard to tell',
  },
  { name: 'unclear-page', path: '/unclear-result', arrange: inCycle(tested('unclear')) },
  { name: 'changed', path: '/something-has-changed', arrange: inCycle(tested('positive')) },
  { name: 'mistake', path: '/logged-by-mistake', arrange: inCycle(tested('positive')) },
  { name: 'loss', path: '/pregnancy-has-ended', arrange: inCycle(tested('positive')) },
  {
    name: 'loss-told',
    path: '/pregnancy-has-ended',
    arrange: inCycle(tested('positive')),
    act: (page) => press(page, 'My pregnancy has ended'),
    until: /Whatever you feel/,
  },
  {
    name: 'positive-after-loss',
    path: '/log-result/pregnancy',
    arrange: inCycle(event('loss')),
    act: async (page) => {
      await check(page, 'Positive');
      await press(page, 'Continue');
    },
    until: 'Thank you for telling us',
  },
  { name: 'stop', path: '/stop', arrange: inCycle() },
  {
    name: 'stop-told',
    path: '/stop',
    arrange: inCycle(),
    act: (page) => press(page, 'Stop treatment'),
    until: 'Your treatment has stopped.',
  },
  { name: 'feeling', path: '/feeling' },
  { name: 'feeling-urgent', path: '/feeling', act: chooseStrong, until: 'Get help now', atNight: true },
  {
    name: 'feeling-sent',
    path: '/feeling',
    act: async (page) => {
      await check(page, 'Discharge');
      await check(page, 'Mild');
      await press(page, 'Send');
    },
    until: 'Thank you for telling us',
    atNight: true,
  },
  {
    name: 'feeling-not-sent',
    path: '/feeling',
    act: async (page) => {
      await chooseStrong(page);
      await page.context().setOffline(true);
      await press(page, 'Send');
    },
    until: 'Not sent. Please call.',
  },
];

/** A cycle's days: on Home's card, in the form and in the list. */
const CYCLE: Scene[] = [
  { name: 'period', path: '/log-result/period', arrange: inCycle() },
  ...(['A period', 'I’m not sure', 'Bleeding with a pregnancy loss'] as const).map((kind, at): Scene => ({
    name: `period-told-${at + 1}`,
    path: '/log-result/period',
    arrange: inCycle(),
    act: async (page) => {
      await check(page, kind);
      await press(page, 'Log the first day of your period');
    },
    until: /is logged|so sorry/,
  })),
  { name: 'card-no-period', path: '/home', arrange: inCycle() },
  { name: 'card-wait', path: '/home', arrange: inCycle(period(1)) },
  { name: 'card-test', path: '/home', arrange: inCycle(period(9)) },
  { name: 'card-peak', path: '/home', arrange: inCycle(period(13), peak(0)) },
  { name: 'card-peak-held', path: '/home', arrange: inCycle(period(13), peak(0), checked('stop')) },
  { name: 'card-yesterday', path: '/home', arrange: inCycle(period(13), peak(1)) },
  { name: 'card-passed', path: '/home', arrange: inCycle(period(20), peak(6)) },
  { name: 'card-second-surge', path: '/home', arrange: inCycle(period(20), peak(6), peak(0)) },
  { name: 'card-no-peak', path: '/home', arrange: inCycle(period(31)) },
  { name: 'card-overdue', path: '/home', arrange: inCycle(period(60)) },
  { name: 'card-unclear', path: '/home', arrange: inCycle(period(5, 'unsure')) },
];

const COIL = 'Do you have an IUD in place?';
const ALLERGY = 'Are you allergic to silicone?';
const DONOR = 'Has your donor been screened?';
const withDonor = (clinic: Clinic, email: string) =>
  setUpFamily(clinic, email, 'Single female with sperm donor');
const withSurrogate = (clinic: Clinic, email: string) =>
  setUpFamily(clinic, email, 'Same-sex couple with surrogate');

/** The safety check and the treatment day. */
const DAY: Scene[] = [
  { name: 'check', path: '/safety-check', arrange: inCycle(), until: 'Send answers' },
  {
    name: 'check-missing',
    path: '/safety-check',
    arrange: inCycle(),
    act: (page) => press(page, 'Send answers'),
  },
  {
    name: 'check-ready',
    path: '/safety-check',
    arrange: inCycle(),
    act: (page) => answerWith(page, null),
    until: 'You can continue.',
  },
  {
    name: 'check-clinician',
    path: '/safety-check',
    arrange: inCycle(),
    act: (page) => answerWith(page, COIL),
    until: 'Let’s talk first',
  },
  {
    name: 'check-stop',
    path: '/safety-check',
    arrange: inCycle(),
    act: (page) => answerWith(page, ALLERGY),
    until: 'Let’s talk first',
  },
  {
    name: 'check-donor',
    path: '/safety-check',
    arrange: inCycle(withDonor),
    act: (page) => answerWith(page, DONOR),
    until: 'You can continue.',
  },
  {
    name: 'check-peak-day',
    path: '/safety-check',
    arrange: inCycle(period(13), peak(0), checked('ready')),
    until: 'Send answers',
  },
  {
    name: 'check-surrogate',
    path: '/safety-check',
    arrange: inCycle(withSurrogate),
    until: 'Who uses the applicator?',
  },
  { name: 'check-at-rest', path: '/safety-check', arrange: inCycle(event('pause')) },
  { name: 'day-check-first', path: '/treatment-day', arrange: inCycle() },
  { name: 'day-held', path: '/treatment-day', arrange: inCycle(checked('stop')) },
  { name: 'day-ready', path: '/treatment-day', arrange: inCycle(checked('ready')) },
  { name: 'day-sample', path: '/treatment-day', arrange: inCycle(checked('ready'), timer('sample', 12)) },
  { name: 'day-rested', path: '/treatment-day', arrange: inCycle(checked('ready'), timer('sample', 35)) },
  {
    name: 'day-cap',
    path: '/treatment-day',
    arrange: inCycle(checked('ready'), timer('sample', 130), timer('cap-in', 95)),
  },
  {
    name: 'day-due',
    path: '/treatment-day',
    arrange: inCycle(checked('ready'), timer('sample', 340), timer('cap-in', 305)),
  },
  {
    name: 'day-late',
    path: '/treatment-day',
    arrange: inCycle(checked('ready'), timer('sample', 400), timer('cap-in', 360)),
  },
  {
    name: 'day-out',
    path: '/treatment-day',
    arrange: inCycle(checked('ready'), timer('cap-in', 200), timer('cap-out', 2)),
  },
  { name: 'day-after-loss', path: '/treatment-day', arrange: inCycle(event('loss')) },
  { name: 'day-started', path: '/treatment-day?started=yes', arrange: inCycle(checked('stop')) },
  { name: 'home-cap-late', path: '/home', arrange: inCycle(checked('ready'), timer('cap-in', 320)) },
];

export const SCENES = { standing: STATUS, telling: TELLING, cycle: CYCLE, day: DAY };
