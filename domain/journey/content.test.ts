import { expect, test } from 'vitest';
import { JOURNEY } from './definition.ts';

const phases = JOURNEY.flatMap((stage) => stage.phases);
const actions = phases.flatMap((phase) => phase.actions);
const texts = [...JOURNEY, ...phases, ...actions].flatMap((part) =>
  [part.title, part.description, 'hint' in part && part.hint, 'lockedText' in part && part.lockedText].filter(
    (text) => typeof text === 'string',
  ),
);

/**
 * With the safety check and the path for patients who have started, the day of an applicator has the most
 * actions.
 */
const maxActions = (id: string) => (id === 'applicators' ? 6 : 4);

test.each(phases)('$title: few actions, its own picture, and words that fit its card', (phase) => {
  expect(phase.actions.length).toBeGreaterThanOrEqual(2);
  expect(phase.actions.length).toBeLessThanOrEqual(maxActions(phase.id));
  expect(phase.image).toBe(phase.id);
  const sentences = phase.description.match(/[.?!](\s|$)/g) ?? [];
  expect(sentences.length).toBeGreaterThanOrEqual(2);
  expect(sentences.length).toBeLessThanOrEqual(4);
});

test.each([...JOURNEY, ...phases, ...actions])('$id fits: a short title, a short description', (part) => {
  expect(part.title.length).toBeLessThanOrEqual(60);
  expect(part.description.length).toBeLessThanOrEqual(320);
  expect(part.description.trim()).toMatch(/^\S[^]*[.?!]$/);
});

test.each(actions)('$id leads somewhere, and says what it is waiting for if it starts locked', (action) => {
  expect(Boolean(action.linkTo) !== Boolean(action.notesReference)).toBe(true);
  const waits = action.linkTo?.kind === 'join' || action.linkTo?.kind === 'tracking';
  expect(action.locked ?? false).toBe(waits);
  expect(action.lockedText !== undefined).toBe(waits);
});

test('ids of stages, phases and actions are unique', () => {
  for (const parts of [JOURNEY, phases, actions]) {
    const ids = parts.map((part) => part.id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('the copy makes no promises and blames no one', () => {
  expect(texts.length).toBeGreaterThan(60);
  for (const text of texts) {
    expect(text).not.toMatch(/failed|failure|guarantee|%|percent|success rate|normally|confetti/i);
  }
});

test('no card has the same name as a button or link next to it', () => {
  const taken =
    /schedule a video call|\bemail\b|my coach|mark as complete|get in touch|see all|log ovulation test/i;
  for (const { title, description } of actions) expect(`${title} ${description}`).not.toMatch(taken);
});

const placed = JOURNEY.flatMap((stage) =>
  stage.phases.flatMap((phase) =>
    phase.actions.map((action) => ({ stage: stage.number, phase: phase.id, ...action })),
  ),
);
const find = (id: string) => placed.find((action) => action.id === id);

test('the plan’s calls, delivery and notes exist', () => {
  expect(find('join-fertility-consultation')).toMatchObject({
    stage: 1,
    phase: 'consultation-prep',
    linkTo: { kind: 'join', appointmentType: 'initial-consultation' },
    lockedText: 'You will be able to join this call 10 minutes before it starts.',
  });
  expect(find('join-post-treatment-consultation')).toMatchObject({
    stage: 4,
    phase: 'post-treatment',
    linkTo: { kind: 'join', appointmentType: 'post-treatment-review' },
    lockedText: 'You will be able to join this call 10 minutes before it starts.',
  });
  expect(find('delivery-info')).toMatchObject({
    stage: 2,
    phase: 'optimize',
    linkTo: { kind: 'tracking' },
    lockedText: 'Tracking details will be added shortly.',
  });
  expect(find('read-fertility-consultation-notes')).toMatchObject({
    stage: 1,
    notesReference: 'initial-consultation',
  });
  expect(find('read-post-treatment-notes')).toMatchObject({
    stage: 4,
    notesReference: 'post-treatment-review',
  });
});

test.each([
  ['consultation-prep', ['/onboarding-questionnaire', '/schedule?appointmentType=initial-consultation']],
  ['consultation', ['/schedule?appointmentType=meet-your-clinical-coach']],
  ['ovulation', ['/log-result/period', '/log-result/ovulation']],
  [
    'applicators',
    [
      '/applicator-instructions',
      '/safety-check',
      '/treatment-day?started',
      '/applicator-survey?cycleAttempt=1',
      '/applicator-survey?cycleAttempt=2',
    ],
  ],
  ['testing', ['/log-result/pregnancy']],
  ['post-treatment', ['/schedule?appointmentType=post-treatment-review']],
])('%s leads to %j', (phaseId, paths) => {
  const phase = phases.find(({ id }) => id === phaseId);
  const pages = phase?.actions.map(({ linkTo }) => (linkTo?.kind === 'page' ? linkTo.path : null));
  expect(pages).toEqual(expect.arrayContaining(paths));
});

test('every page that an action leads to is a portal page', () => {
  const routes = [
    '/overview',
    '/your-kit',
    '/patient-info',
    '/onboarding-questionnaire',
    '/schedule',
    '/support',
    '/learn',
    '/log-result/ovulation',
    '/log-result/period',
    '/log-result/pregnancy',
    '/applicator-instructions',
    '/safety-check',
    '/treatment-day',
    '/applicator-survey',
  ];
  for (const { linkTo } of actions) {
    if (linkTo?.kind === 'page') expect(routes).toContain(linkTo.path.split('?')[0]);
  }
});
