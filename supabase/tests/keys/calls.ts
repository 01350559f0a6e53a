import { randomUUID } from 'node:crypto';
import { AGREEMENT_VERSION } from '../../../domain/copy/agreement.ts';

/** `address` is for a calendar, which sends no credential. `team` is for someone with a second factor: a patient is told that they are not of the team. */
type Who = 'address' | 'anyone' | 'patient' | 'service' | 'team';
/** What is sent, and what the right caller hears: enough to see that the function reached the database with its own key. */
export type FunctionCall = {
  who: Who;
  query?: Record<string, string>;
  body?: unknown;
  status: number;
};

const TIMES = { startTime: '2036-12-08T10:00:00Z', endTime: '2036-12-08T10:30:00Z' };
const CONSENTS = {
  privacy_policy_accepted: true,
  data_usage_consent: true,
  research_consent: true,
  sms_consent: false,
};
const APPLICATOR = [
  '2026-01-01T00:00:00Z',
  '1',
  'No',
  '',
  '30 minutes',
  '4 to 5 hours',
  'Easy and straightforward',
  '',
];

export const INVITED = 'invited@example.com';

export const CALLS: Record<string, FunctionCall> = {
  'ask-email-change': { who: 'patient', body: { email: 'free@example.com' }, status: 200 },
  'calendar-feed': { who: 'address', query: { feed: 'A'.repeat(22) }, status: 404 },
  'cancel-appointment': { who: 'patient', body: { appointmentId: randomUUID() }, status: 404 },
  'confirm-account-deletion': { who: 'patient', body: { code: '000000' }, status: 403 },
  'confirm-phone': { who: 'patient', body: { code: '123456' }, status: 409 },
  'delete-due-accounts': { who: 'service', body: {}, status: 200 },
  'deliver-outbox': { who: 'service', body: {}, status: 200 },
  'enter-call': { who: 'anyone', body: { token: 'a.b.c' }, status: 403 },
  'export-my-data': { who: 'patient', body: { format: 'json' }, status: 200 },
  'fetch-appointment-slots': {
    who: 'patient',
    query: {
      appointmentType: 'none',
      searchFrom: TIMES.startTime,
      searchUntil: TIMES.endTime,
    },
    status: 404,
  },
  'fetch-appointment-type': { who: 'patient', query: { appointmentType: 'none' }, status: 404 },
  'fetch-consultation-notes': {
    who: 'patient',
    query: { reference: 'initial-consultation' },
    status: 200,
  },
  'fetch-medical-notes': { who: 'patient', status: 200 },
  'fetch-scheduled-appointments': { who: 'patient', status: 200 },
  'get-blog-posts': { who: 'anyone', status: 200 },
  'keep-account': { who: 'patient', body: {}, status: 200 },
  'log-period': {
    who: 'patient',
    // Yesterday in UTC has begun everywhere.
    body: { day: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), kind: 'period' },
    status: 200,
  },
  'own-calendar-feed': { who: 'patient', status: 200 },
  'read-busy-times': { who: 'service', body: {}, status: 200 },
  'read-messages': { who: 'patient', body: {}, status: 200 },
  'record-agreement': {
    who: 'patient',
    body: { person: 'self', words: AGREEMENT_VERSION },
    status: 200,
  },
  'report-outcome': { who: 'patient', body: { kind: 'resume' }, status: 409 },
  'report-symptoms': {
    who: 'patient',
    body: { signs: ['pain'], strength: 'mild', since: '2026-01-01' },
    status: 200,
  },
  'request-account-deletion': { who: 'patient', body: { confirmation: 'DELETE' }, status: 200 },
  'reschedule-appointment': {
    who: 'patient',
    body: { appointmentId: randomUUID(), ...TIMES },
    status: 404,
  },
  'schedule-appointment': {
    who: 'patient',
    body: {
      appointmentType: 'none',
      appointmentTypeName: 'Call',
      interactionType: 'video_call',
      ...TIMES,
    },
    status: 404,
  },
  'send-cycle-reminders': { who: 'service', body: {}, status: 200 },
  'send-message': { who: 'patient', body: { topic: 'The kit', text: 'Hello' }, status: 200 },
  'send-team-code': { who: 'anyone', body: { email: INVITED }, status: 200 },
  'stop-email-change': { who: 'anyone', body: { secret: 'A'.repeat(43) }, status: 409 },
  'submit-applicator-use-survey': { who: 'patient', body: { responses: APPLICATOR }, status: 200 },
  'submit-before-treatment-survey': { who: 'patient', body: { response: 'neutral' }, status: 200 },
  'submit-ovulation-test-result': { who: 'patient', body: { result: 'Invalid' }, status: 200 },
  'submit-pregnancy-test-result': {
    who: 'patient',
    body: { result: 'negative', cycle: 1, date: '2026-01-01T00:00:00Z' },
    status: 200,
  },
  'submit-safety-check': { who: 'patient', body: { answers: {} }, status: 400 },
  'take-back': { who: 'patient', body: { kind: 'outcome', id: randomUUID() }, status: 404 },
  'team-absences': { who: 'team', body: { action: 'remove', id: randomUUID() }, status: 403 },
  'team-access-log': { who: 'team', status: 403 },
  'team-appointment-types': { who: 'team', status: 403 },
  'team-calendar': { who: 'team', status: 403 },
  'team-calls': {
    who: 'team',
    body: { action: 'outcome', id: randomUUID(), outcome: 'took-place' },
    status: 403,
  },
  'team-care': { who: 'team', body: { action: 'send-kit', id: randomUUID() }, status: 403 },
  'team-clinic': { who: 'team', status: 403 },
  'team-coaches': { who: 'team', status: 403 },
  'team-conversations': { who: 'team', status: 403 },
  'team-decide': {
    who: 'team',
    body: { key: `symptoms:${randomUUID()}`, decision: 'take' },
    status: 403,
  },
  'team-email-change': { who: 'team', status: 403 },
  'team-hours': { who: 'team', body: { person: randomUUID(), hours: [] }, status: 403 },
  'team-identity': { who: 'team', body: { id: randomUUID(), pronouns: 'she/her' }, status: 403 },
  'team-invitations': { who: 'team', status: 403 },
  'team-kits': {
    who: 'team',
    body: { id: randomUUID(), trackingUrl: 'https://parcels.example/1', sentOn: '2026-01-01', seen: null },
    status: 403,
  },
  'team-lock': { who: 'team', body: {}, status: 403 },
  'team-message': { who: 'team', body: { threadId: randomUUID(), text: 'Hello' }, status: 403 },
  'team-messages': { who: 'team', query: { thread: randomUUID() }, status: 403 },
  'team-notes': { who: 'team', body: { action: 'discard', noteId: randomUUID() }, status: 403 },
  'team-open-with-reason': {
    who: 'team',
    body: { id: randomUUID(), category: 'safety', words: 'Because' },
    status: 403,
  },
  'team-own-calendar': { who: 'team', status: 403 },
  'team-patient': { who: 'team', query: { id: randomUUID() }, status: 403 },
  'team-patients': { who: 'team', status: 403 },
  'team-people': { who: 'team', status: 403 },
  'team-picture': { who: 'team', query: { id: randomUUID() }, status: 403 },
  'team-replies': { who: 'team', status: 403 },
  'team-schedules': { who: 'team', status: 200 },
  'team-session': { who: 'team', status: 403 },
  'team-set-up': { who: 'team', body: { setUpCode: 'ABCDEFGH23' }, status: 403 },
  'team-slots': { who: 'team', query: { giving: randomUUID() }, status: 403 },
  'team-templates': { who: 'team', status: 403 },
  'team-today': { who: 'team', status: 403 },
  'treatment-day': { who: 'patient', status: 200 },
  'update-privacy-preferences': { who: 'patient', body: CONSENTS, status: 200 },
  'validate-email': { who: 'anyone', body: { email: INVITED }, status: 200 },
  'watch-attention': { who: 'service', body: {}, status: 200 },
  'withdraw-consent': { who: 'patient', body: {}, status: 200 },
};
