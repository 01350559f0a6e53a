import type { CareState } from '../care-state/facts.ts';
import { at, book, call, capIn, outside, sample, WEEK, type Moment } from './testing.ts';

const REVIEW = book('post-treatment-review');
const review = { appointmentType: 'post-treatment-review', name: 'Review' };
const AT_REST: readonly CareState[] = ['paused', 'pregnant', 'unsure', 'after-loss', 'stopped'];

export const AFTERWARDS: Moment[] = [
  [
    'after three cycles',
    at('post-treatment'),
    'When you feel ready, look back on your treatment with your clinician.',
    REVIEW,
  ],
  [
    'the review is booked',
    at('post-treatment', { calls: [call(WEEK, review)] }),
    'Your treatment review is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'the review was held',
    at('post-treatment', { callsHeld: ['post-treatment-review'] }),
    'You’ve had your review. Your coach is still here for you.',
    '/support',
  ],
  [
    'the notes of the review are new',
    { step: null, hasNewNotes: true },
    "Your clinician's notes are ready.",
    '/medical-notes',
  ],
  [
    'an unclear test, and an applicator would be for today',
    { ...outside('unsure'), applicatorWaits: true },
    'Your last test was hard to read. That’s common. Please ask your coach before you use your next applicator.',
    '/unclear-result',
  ],
  [
    'an unclear test that was early',
    { ...outside('unsure'), earlyUnclear: { from: '2026-12-09' } },
    'Your last test was hard to read. That’s common. It was also early: test again from December 9, or from the first day of a missed period.',
    '/unclear-result',
  ],
  [
    'an unclear test that was early, where no dates are shown',
    { ...outside('unsure'), earlyUnclear: { from: null } },
    'Your last test was hard to read. That’s common. It was also early: test again from the first day of a missed period.',
    '/unclear-result',
  ],
  [
    'an unclear test, and new notes',
    { ...outside('unsure'), hasNewNotes: true },
    'Your last test was hard to read. That’s common.',
    '/unclear-result',
  ],
  ['everything is done', { step: null }, 'Nothing to do today.', null],
  [
    'paused',
    outside('paused', { pause: { until: '2026-12-01', isOver: false } }),
    'Nothing to do today.',
    null,
  ],
  [
    'paused without an end',
    outside('paused', { pause: { until: null, isOver: false } }),
    'Nothing to do today.',
    null,
  ],
  [
    'the pause is over',
    outside('paused', { pause: { until: '2026-11-18', isOver: true } }),
    'Ready to resume? You can do it below, or choose a later day.',
    '/pause',
  ],
  ['pregnant', outside('pregnant'), 'Next up: a review with your clinician.', REVIEW],
  [
    'pregnant after a stop, and no clinician has decided yet',
    outside('pregnant', { asksForStatus: true }),
    'Please talk to your clinician, today if you can.',
    REVIEW,
  ],
  [
    'pregnant, the review is booked',
    { ...outside('pregnant'), calls: [call(WEEK, review)] },
    'Your treatment review is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'urgent symptoms were reported, and no one has ended it',
    { urgentReport: 'symptoms', calls: [call(120)] },
    'What you reported needs urgent medical help. If you haven’t been seen yet, do not wait for us: call 911 or go to the nearest emergency room.',
    'tel:911',
  ],
  [
    'the same where no emergency number is known',
    { urgentReport: 'symptoms', emergencyNumber: '' },
    'What you reported needs urgent medical help. If you haven’t been seen yet, do not wait for us: call your local emergency number or go to the nearest emergency room.',
    '/support',
  ],
  [
    'a message has words of an urgent symptom',
    { ...outside('after-loss', { afterLoss: true }), urgentReport: 'urgent' },
    'What you reported needs urgent medical help. If you haven’t been seen yet, do not wait for us: call 911 or go to the nearest emergency room.',
    'tel:911',
  ],
  [
    'a message has words of a loss',
    { ...outside('pregnant'), urgentReport: 'loss', calls: [call(120)] },
    'We are so sorry. If your pregnancy has ended, you can let us know when you’re ready.',
    '/pregnancy-has-ended',
  ],
  [
    'a message had words of a loss, and the loss was reported since',
    { ...outside('after-loss', { afterLoss: true }), urgentReport: 'loss' },
    'There’s nothing you need to do today.',
    null,
  ],
  [
    'the patient asked for a call',
    { ...outside('paused'), urgentReport: 'call-me' },
    'You asked for a call. Someone from your care team will call you, or write to you.',
    '/messages',
  ],
  [
    'words of self-harm were sent',
    { urgentReport: 'self-harm' },
    'You are not alone. Your care team will read what you wrote, and there’s someone to talk to at any hour.',
    '/messages',
  ],
  [
    'pregnant, and bleeding was logged',
    { ...outside('pregnant'), bleeding: 'bleeding', calls: [call(120)] },
    'You logged bleeding. In pregnancy, always have it checked: please call your clinic or your doctor today.',
    '/support',
  ],
  [
    'pregnant, bleeding was logged, and the clinic has a phone',
    { ...outside('pregnant'), bleeding: 'bleeding', clinicPhone: '+1 212 555 0150' },
    'You logged bleeding. In pregnancy, always have it checked: please call your clinic or your doctor today.',
    'tel:+12125550150',
  ],
  [
    'pregnant, and bleeding with a loss was logged',
    { ...outside('pregnant'), bleeding: 'loss', hasNewNotes: true },
    'We are so sorry. If your pregnancy has ended, you can let us know when you’re ready.',
    '/pregnancy-has-ended',
  ],
  [
    'a positive after a loss',
    outside('pregnant', { afterLoss: true }),
    'Please talk to your clinician, today if you can.',
    REVIEW,
  ],
  [
    'an unclear test',
    outside('unsure'),
    'Your last test was hard to read. That’s common.',
    '/unclear-result',
  ],
  [
    'a negative after a positive',
    outside('unsure', { afterPositive: true }),
    'Please talk to your clinician, today if you can.',
    REVIEW,
  ],
  [
    'a positive while after a loss, until a clinician says what it means',
    outside('after-loss', { afterLoss: true, positiveWaits: true }),
    'Please talk to your clinician, today if you can.',
    REVIEW,
  ],
  ['after a loss', outside('after-loss'), 'There’s nothing you need to do today.', null],
  ['stopped', outside('stopped'), 'Nothing to do today.', null],
  ...AT_REST.map((state): Moment => [
    `${state}, with a cap that is late`,
    { ...outside(state), ...capIn(6) },
    'Your cap has been in for over 6 hours. Please remove it now by its string.',
    '/treatment-day',
  ]),
  [
    'after a loss, a call today',
    { ...outside('after-loss'), calls: [call(120, { name: 'Talk' })] },
    'Your call with Dr. Lind is today at 12:00 pm. You can join 10 minutes before.',
    null,
  ],
  [
    'stopped, and a sample of this morning',
    { ...outside('stopped'), ...sample(40) },
    'Nothing to do today.',
    null,
  ],
];
