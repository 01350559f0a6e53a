import { at, book, call, CONSULTATION, HOUR, NO_KIT, NOW, WEEK, type Moment } from './testing.ts';

const COACH_TALK = book('meet-your-clinical-coach');
const PREP = 'consultation-prep';
const talk = { appointmentType: 'meet-your-clinical-coach', name: 'Coach call', hostName: 'Sofia' };

const SENT = { ...NO_KIT, isAsked: true, hasAddress: true, trackingUrl: 'https://example.com/track/1' };

export const BEFORE_TREATMENT: Moment[] = [
  ['new', at('welcome'), 'Your first step is a consultation with a fertility clinician.', CONSULTATION],
  [
    'new, and the consultation is booked already',
    at('welcome', { calls: [call(WEEK)], hasAnsweredQuestionnaire: false }),
    'Your consultation is on Wednesday, November 25 at 10:00 am. Next in your plan: a few questions. Your answers help us prepare.',
    null,
  ],
  [
    'at the consultation, nothing booked',
    at(PREP, { hasAnsweredQuestionnaire: false }),
    'Your first step is a consultation with a fertility clinician.',
    CONSULTATION,
  ],
  [
    'the consultation is booked',
    at(PREP, { calls: [call(WEEK)] }),
    'Your consultation is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'it is booked, the questionnaire is open',
    at(PREP, { calls: [call(WEEK)], hasAnsweredQuestionnaire: false }),
    'Your consultation is on Wednesday, November 25. Your answers to the questionnaire help us prepare.',
    '/onboarding-questionnaire',
  ],
  [
    'another call is booked before it',
    at(PREP, { calls: [call(2 * WEEK), call(WEEK, talk)], hasAnsweredQuestionnaire: false }),
    'Your consultation is on Wednesday, December 2. Your answers to the questionnaire help us prepare.',
    '/onboarding-questionnaire',
  ],
  [
    'it is today',
    at(PREP, { calls: [call(120)] }),
    'Your call with Dr. Lind is today at 12:00 pm. You can join 10 minutes before.',
    null,
  ],
  [
    'it is today, the questionnaire is open',
    at(PREP, { calls: [call(120)], hasAnsweredQuestionnaire: false }),
    'Your consultation is today at 12:00 pm. Your answers to the questionnaire help us prepare.',
    '/onboarding-questionnaire',
  ],
  [
    'another call is today, the questionnaire is open',
    at(PREP, { calls: [call(WEEK), call(120, talk)], hasAnsweredQuestionnaire: false }),
    'Your call with Sofia is today at 12:00 pm. You can join 10 minutes before.',
    null,
  ],
  [
    'it can be joined',
    at(PREP, { calls: [call(5, { joinUrl: '/call/1' })] }),
    'Your call with Dr. Lind is open. Join when you’re ready.',
    '/call/1',
  ],
  [
    'it has begun, and the way in is not here yet',
    at(PREP, { calls: [call(-1)] }),
    'Your call with Dr. Lind has started.',
    '/support',
  ],
  [
    'it is by phone, in 5 minutes',
    at(PREP, { calls: [call(5, { isVideo: false })] }),
    'Your call with Dr. Lind is today at 10:05 am. It’s by phone.',
    null,
  ],
  [
    'it is by phone and has begun',
    at(PREP, { calls: [call(-5, { isVideo: false })] }),
    'Dr. Lind is calling you now.',
    null,
  ],
  [
    'it has just ended, and no one has said yet how it went',
    at(PREP, { callsPast: { 'initial-consultation': NOW - 2 * HOUR } }),
    'Your consultation was today. Your next step appears here once your care team has confirmed it.',
    '/overview',
  ],
  [
    'its time has passed, and there is no note yet',
    at(PREP, { callsPast: { 'initial-consultation': NOW - 26 * HOUR } }),
    'Your consultation was on Tuesday, November 17. Missed it? Pick a new time in your plan.',
    '/overview',
  ],
  [
    'it was held',
    at(PREP, { callsHeld: ['initial-consultation'] }),
    'You’ve had your consultation. When you’re ready, move on to the next step.',
    '/overview',
  ],
  [
    'the clinician’s notes are new',
    at('optimize', { hasNewNotes: true, callsHeld: ['initial-consultation'] }),
    "Your clinician's notes are ready.",
    '/medical-notes',
  ],
  [
    'no kit was asked for',
    at('optimize', { kit: { ...NO_KIT, hasAddress: true }, callsHeld: ['initial-consultation'] }),
    'Please check that your answers are still up to date. We’ll let you know when your kit is on its way.',
    '/patient-info',
  ],
  [
    'the consultation was marked, and never took place',
    at('optimize'),
    'Your first step is a consultation with a fertility clinician.',
    CONSULTATION,
  ],
  [
    'it was marked while it is still to come',
    at('optimize', { calls: [call(WEEK)] }),
    'Your consultation is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'a kit was asked for, no address yet',
    at('optimize', { kit: { ...NO_KIT, isAsked: true } }),
    'Where should we send your kit?',
    '/patient-info#your-kit',
  ],
  [
    'the same at the coach call',
    at('consultation', { kit: { ...NO_KIT, isAsked: true } }),
    'Where should we send your kit?',
    '/patient-info#your-kit',
  ],
  [
    'the same, with notes that are new',
    at('optimize', { kit: { ...NO_KIT, isAsked: true }, hasNewNotes: true }),
    "Your clinician's notes are ready.",
    '/medical-notes',
  ],
  [
    'the kit is being prepared',
    at('optimize', { kit: { ...NO_KIT, isAsked: true, hasAddress: true } }),
    'Your kit is being prepared. Please check that your answers are still up to date.',
    '/patient-info',
  ],
  [
    'the kit is on its way',
    at('optimize', { kit: SENT }),
    'Your kit is on its way to you.',
    'https://example.com/track/1',
  ],
  [
    'the kit is on its way, and its address is none',
    at('optimize', { kit: { ...SENT, trackingUrl: 'javascript:alert(1)' } }),
    'Your kit is on its way to you.',
    '/patient-info#your-kit',
  ],
  [
    'the kit may be at the door',
    at('optimize', { kit: { ...SENT, sentOn: '2026-11-15' } }),
    'Your kit is on its way to you. Let us know when it arrives.',
    '/patient-info#your-kit',
  ],
  [
    'the kit is late',
    at('consultation', { kit: { ...SENT, sentOn: '2026-11-10' } }),
    'Your kit should have arrived by now. Has it?',
    '/patient-info#your-kit',
  ],
  [
    'the kit has arrived',
    at('optimize', { kit: { ...SENT, sentOn: '2026-11-10', hasArrived: true } }),
    'Your kit has arrived. When you’re ready, move on to the next step.',
    '/overview',
  ],
  [
    'no coach call yet',
    at('consultation'),
    'Next up: a call with your Clinical Coach about the kit and your cycle.',
    COACH_TALK,
  ],
  [
    'the coach call is booked',
    at('consultation', { calls: [call(WEEK, talk)] }),
    'Your coach call is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'the coach call’s time has passed',
    at('consultation', { callsPast: { [talk.appointmentType]: NOW - 26 * HOUR } }),
    'Your coach call was on Tuesday, November 17. Missed it? Pick a new time in your plan.',
    '/overview',
  ],
  [
    'the coach call was held',
    at('consultation', { callsHeld: [talk.appointmentType] }),
    'You’ve talked to your coach. When you’re ready, move on to the next step.',
    '/overview',
  ],
];
