import { expect, test } from 'vitest';
import { CARE_STATES, type CareState } from './facts.ts';
import { STATE_NAMES } from './state-names.ts';
import { surfacesOf, type Surfaces } from './surfaces.ts';

const surfacesIn = (state: CareState) => surfacesOf({ state, afterLoss: state === 'after-loss' });

const outside = CARE_STATES.filter((state) => state !== 'treatment');
const SURFACES: (keyof Surfaces)[] = [
  'home',
  'toDo',
  'help',
  'unclearResult',
  'plan',
  'drawer',
  'chart',
  'reminders',
  'mails',
  'calendar',
  'guides',
  'learn',
];

const asksIn = ({ home, toDo, plan, drawer, chart, reminders, mails, learn }: Surfaces) => ({
  home: home.asksToTest,
  cycle: home.cycle,
  toDo: toDo === 'tasks',
  plan: plan.asks,
  drawer: drawer.asks,
  chart: chart.likelyFertile,
  reminders: reminders.treatment,
  mails: mails.treatment,
  learn: learn.treatment,
});
const everywhere = (answer: boolean) =>
  Object.fromEntries(Object.keys(asksIn(surfacesIn('treatment'))).map((surface) => [surface, answer]));

test.each(CARE_STATES)('in %s every surface has its answer', (state) => {
  expect(Object.keys(surfacesIn(state)).sort()).toEqual([...SURFACES].sort());
});

test('every surface of treatment may ask', () => {
  expect(asksIn(surfacesIn('treatment'))).toEqual(everywhere(true));
});

test.each(outside)('in %s nothing asks to inseminate, answer a survey or test', (state) => {
  expect(asksIn(surfacesIn(state))).toEqual(everywhere(false));
});

test('only a pregnancy is congratulated, and nothing else mentions one', () => {
  for (const state of CARE_STATES) {
    const { home, guides, learn } = surfacesIn(state);
    const speaks = [home.congratulates, guides.pregnancy, learn.pregnancy];
    expect(new Set(speaks)).toEqual(new Set([state === 'pregnant']));
  }
});

test('after a loss Home lists no pregnancy results', () => {
  expect(CARE_STATES.filter((state) => !surfacesIn(state).home.listsPregnancyResults)).toEqual([
    'after-loss',
  ]);
});

test('after a loss, urgent advice does not mention a cap, even if the patient stopped or tested since', () => {
  expect(surfacesIn('after-loss').help.speaksOfCap).toBe(false);
  for (const state of ['pregnant', 'unsure', 'stopped'] as const)
    expect(surfacesOf({ state, afterLoss: true }).help.speaksOfCap).toBe(false);
});

test('urgent advice does not mention a cap to a patient who is or may be pregnant', () => {
  expect(CARE_STATES.filter((state) => surfacesIn(state).help.speaksOfCap)).toEqual([
    'treatment',
    'paused',
    'stopped',
  ]);
  expect(surfacesOf({ state: 'unsure', afterLoss: false, afterPositive: true }).help.speaksOfCap).toBe(false);
});

test('a positive after a loss congratulates no one before treatment resumes', () => {
  const { home, guides } = surfacesOf({ state: 'pregnant', afterLoss: true });
  expect([home.congratulates, guides.pregnancy, home.listsPregnancyResults]).toEqual([false, false, false]);
});

test('calls, calendar files and account emails go out in every state', () => {
  for (const state of CARE_STATES) {
    const { mails, calendar } = surfacesIn(state);
    expect([mails.calls, mails.account, calendar.calls]).toEqual([true, true, true]);
  }
});

test('a new test is suggested to anyone who is unsure, but not after a positive or a loss', () => {
  const suggests = (status: Parameters<typeof surfacesOf>[0]) =>
    surfacesOf(status).unclearResult.suggestsTest;
  expect(CARE_STATES.filter((state) => suggests({ state, afterLoss: false }))).toEqual([
    'treatment',
    'unsure',
  ]);
  expect(suggests({ state: 'unsure', afterLoss: false, afterPositive: true })).toBe(false);
  expect(suggests({ state: 'unsure', afterLoss: true })).toBe(false);
});

test('something can change while a patient is pregnant or unsure', () => {
  const offered = CARE_STATES.filter((state) => surfacesIn(state).home.somethingHasChanged);
  expect(offered).toEqual(['pregnant', 'unsure']);
});

test('each state has its own words', () => {
  for (const reader of ['export', 'workspace'] as const) {
    expect(new Set(CARE_STATES.map((state) => STATE_NAMES[state][reader])).size).toBe(CARE_STATES.length);
  }
});
