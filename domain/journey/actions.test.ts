import { describe, expect, test } from 'vitest';
import { actionsOf, toDo } from './actions.ts';
import type { ActionFacts } from './actions.ts';
import { afterwardsActions } from './afterwards-actions.ts';
import type { Progress } from './progress.ts';
import type { Step } from './types.ts';
import { FINISHED, NEW_PATIENT, patientAt, pregnant, stepAt } from './testing.ts';

const NOTHING: ActionFacts = {
  actionsFor: afterwardsActions,
  appointments: [],
  trackingUrl: null,
  ticks: null,
};
const ROOM = 'https://calls.example.com/room/7';

const find = (id: string, step: Step, progress: Progress, facts: Partial<ActionFacts> = {}) =>
  actionsOf(step, progress, { ...NOTHING, ...facts }).find((action) => action.id === id);

describe.each([
  ['join-fertility-consultation', 'initial-consultation', 'consultation-prep'],
  ['join-post-treatment-consultation', 'post-treatment-review', 'post-treatment'],
] as const)('%s', (id, appointmentType, phaseId) => {
  const atTheCall = (appointments: ActionFacts['appointments']) =>
    find(id, stepAt(phaseId), patientAt(phaseId), { appointments });
  const locked = {
    locked: true,
    lockedText: 'You will be able to join this call 10 minutes before it starts.',
    link: null,
  };

  test('is locked while no call is booked', () => {
    expect(atTheCall([])).toMatchObject(locked);
  });

  test('is locked while the booked call has no join link', () => {
    expect(atTheCall([{ appointmentType, joinUrl: null }])).toMatchObject(locked);
  });

  test('is locked if only another call type can be joined', () => {
    const call = { appointmentType: 'clinical-coach-support-call', joinUrl: ROOM };
    expect(atTheCall([call])).toMatchObject(locked);
  });

  test('opens with its call’s join link, even after an earlier booking without one', () => {
    const calls = [null, ROOM].map((joinUrl) => ({ appointmentType, joinUrl }));
    expect(atTheCall(calls)).toMatchObject({
      locked: false,
      lockedText: null,
      link: { kind: 'address', url: ROOM },
    });
  });
});

const delivery = (trackingUrl: string | null) =>
  find('delivery-info', stepAt('optimize'), patientAt('optimize'), { trackingUrl });

describe('delivery-info', () => {
  test('opens with the tracking link', () => {
    const url = 'https://post.example.com/BEA-1';
    expect(delivery(url)).toMatchObject({ locked: false, lockedText: null, link: { kind: 'address', url } });
  });

  test.each([null, '', 'javascript:alert(1)', 'BEA-1'])('is locked if the tracking link is %j', (url) => {
    expect(delivery(url)).toMatchObject({
      locked: true,
      lockedText: 'Tracking details will be added shortly.',
      link: null,
    });
  });
});

describe('a locked phase', () => {
  test('locks all its actions, and none of them has a link', () => {
    for (const step of [stepAt('consultation-prep'), stepAt('testing', 3), stepAt('post-treatment')]) {
      for (const action of actionsOf(step, NEW_PATIENT, NOTHING)) {
        expect(action).toMatchObject({ locked: true, link: null, notesReference: null });
      }
    }
  });

  test('keeps a joinable call locked, without promising that it opens before the start', () => {
    const appointments = [{ appointmentType: 'initial-consultation', joinUrl: ROOM }];
    const step = stepAt('consultation-prep');
    expect(find('join-fertility-consultation', step, NEW_PATIENT, { appointments })).toMatchObject({
      locked: true,
      lockedText: null,
      link: null,
    });
  });
});

describe('other actions', () => {
  test('link to a page, to a URL from the settings, or to a call’s notes', () => {
    const ovulation = actionsOf(stepAt('ovulation', 1), patientAt('ovulation', 1), NOTHING);
    expect(ovulation).toMatchObject([
      { locked: false, link: { kind: 'page', path: '/log-result/period' } },
      { locked: false, link: { kind: 'page', path: '/log-result/ovulation' }, notesReference: null },
      { locked: false, link: { kind: 'external', key: 'opkGuide' } },
      { locked: false, link: { kind: 'page', path: '/support' } },
    ]);
    const review = stepAt('post-treatment');
    expect(find('read-post-treatment-notes', review, patientAt('post-treatment'))).toMatchObject({
      locked: false,
      link: null,
      notesReference: 'post-treatment-review',
    });
  });
});

const ids = (progress: Progress) => toDo(progress, NOTHING).map((action) => action.id);

describe('to do', () => {
  test('has the actions of the current phase', () => {
    expect(ids(NEW_PATIENT)).toEqual([
      'watch-coach-welcome',
      'look-through-plan',
      'read-consultation-guide',
      'book-ahead',
    ]);
    expect(ids(patientAt('testing', 2))).toContain('log-pregnancy-test');
  });

  test('is empty once everything is complete', () => {
    expect(ids(FINISHED)).toEqual([]);
  });

  test('asks a pregnant patient only about the review', () => {
    const review = [
      'book-post-treatment-consultation',
      'join-post-treatment-consultation',
      'read-post-treatment-notes',
    ];
    const inPregnancy = pregnant(patientAt('ovulation', 2));
    expect(ids(inPregnancy)).toEqual([...review, 'read-pregnancy-guide']);
    expect(
      toDo(inPregnancy, { ...NOTHING, pregnancyGuide: false }).map(({ id }) => id),
      'after a loss',
    ).toEqual(review);
  });
});

test('the survey is offered at the review', () => {
  expect(ids(patientAt('post-treatment'))).toContain('share-experience');
});

test('outside treatment, no treatment phase has anything to do, and no survey is offered', () => {
  const inTesting = patientAt('testing', 1);
  expect(toDo(inTesting, NOTHING).map(({ id }) => id)).toContain('log-pregnancy-test');
  expect(toDo(inTesting, NOTHING, false)).toEqual([]);
  const review = toDo(pregnant(inTesting), NOTHING, false).map(({ id }) => id);
  expect(review).toContain('book-post-treatment-consultation');
  expect(review).not.toContain('share-experience');
});
