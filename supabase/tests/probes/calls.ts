import fc from 'fast-check';
import { AGREEMENT_VERSION } from '../../../domain/copy/agreement.ts';
import { idFrom, queryOf, type Probe, type Scene } from './probe.ts';

type Body = Record<string, unknown>;

/** Every procedure of the database, by its own arguments and by others'. */
export function procedureProbes(scene: Scene): fc.Arbitrary<Probe> {
  const { victim } = scene;
  const argumentsOf = (id: string): Record<string, Body> => ({
    complete_phases_until_cycle: { p_user_id: id, p_cycle_number: 3 },
    report_outcome: {
      p_user: id,
      p_submission: null,
      p_kind: 'loss',
      p_day: null,
      p_today: '2026-01-01',
      p_until: null,
      p_reason: null,
    },
    undo_completion: { p_act: id },
    undo_outcome: { p_user: id, p_id: id },
    log_period: { p_user: id, p_submission: null, p_day: '2026-01-01', p_kind: 'period' },
    undo_period: { p_user: id, p_id: id },
    safety_facts: { p_user: id, p_today: '2026-01-01' },
    audit_read: { p_kind: 'medical_notes', p_subject: id },
    read_medical_notes: { p_user: id },
    take_from_limit: { p_key: 'x', p_limit: 1, p_seconds: 1 },
    lease_outbox: { p_count: 10, p_seconds: 60 },
    outdated_zones: { p_messages: [id] },
    settle_outbox: { p_id: id, p_lease: id, p_error: null },
    book_appointment: { p_appointment: { id, user_id: victim.id }, p_messages: [] },
    move_appointment: { p_appointment: { id, user_id: victim.id, sequence: 0 }, p_messages: [] },
    cancel_appointment: { p_appointment: { id, user_id: victim.id, sequence: 0 }, p_messages: [] },
    forget_old_limits: {},
    forget_old_drafts: {},
    ask_deletion_code: { p_user_id: id, p_code_hash: 'x', p_messages: [] },
    confirm_deletion: { p_user_id: id, p_code_hash: 'x', p_delete_after: '2100-01-01', p_messages: [] },
    keep_account: { p_user_id: id, p_messages: [] },
    lease_due_deletions: { p_count: 10, p_seconds: 60 },
    delete_account: { p_user_id: id, p_lease: id, p_calls: [], p_messages: [] },
    export_my_data: { p_user: id },
    ask_email_change: { p_user: id, p_email: 'free@example.com' },
    read_consultation_notes: { p_user: id, p_reference: null },
  });
  return fc
    .record({
      name: fc.constantFrom(...scene.procedures, 'has_access', 'is_step_locked', 'add_audit_line'),
      id: idFrom(scene),
      method: fc.constantFrom('GET', 'POST'),
    })
    .map(({ name, id, method }) => {
      const body = argumentsOf(id)[name] ?? { p_user_id: id };
      const path = `/rest/v1/rpc/${name}`;
      if (method === 'POST') return { method, path, body };
      const pairs = Object.entries(body).map(([key, given]): [string, string] => [
        key,
        typeof given === 'string' ? given : JSON.stringify(given),
      ]);
      return { method, path: `${path}?${queryOf(pairs)}` };
    });
}

const EIGHT = [
  '2026-01-01T00:00:00.000Z',
  '1',
  'No',
  '',
  '30 minutes',
  '4 to 5 hours',
  'Found it difficult',
  '',
];
/** What each function expects; one that is not named here gets everything. */
const BODIES: Record<string, Body> = {
  'update-privacy-preferences': {
    privacy_policy_accepted: true,
    data_usage_consent: true,
    research_consent: false,
    sms_consent: true,
  },
  'submit-before-treatment-survey': { response: 'uncertain' },
  'submit-ovulation-test-result': { result: 'Invalid' },
  'submit-pregnancy-test-result': { result: 'negative', cycle: 1, date: '2026-01-01T00:00:00.000Z' },
  'submit-applicator-use-survey': { responses: EIGHT },
  'record-agreement': { person: 'self', words: AGREEMENT_VERSION },
  'report-outcome': { kind: 'loss' },
  'take-back': { kind: 'outcome', id: '00000000-0000-4000-8000-000000000000' },
  'log-period': { day: '2026-01-01', kind: 'period' },
  'submit-safety-check': { answers: {} },
  'treatment-day': { action: 'cap-out', at: '2026-01-01T00:00:00.000Z' },
  'report-symptoms': { signs: ['pain'], strength: 'mild', since: '2026-01-01' },
  'send-message': { text: 'Hello' },
  'read-messages': { place: 1 },
  'export-my-data': { format: 'json' },
  'request-account-deletion': { confirmation: 'DELETE' },
  'confirm-account-deletion': { code: '123456' },
  'confirm-phone': { code: '123456' },
  'keep-account': {},
  'withdraw-consent': {},
  'stop-email-change': {},
  'own-calendar-feed': { action: 'renew' },
  'delete-due-accounts': {},
  'send-cycle-reminders': {},
  'watch-attention': {},
  'read-busy-times': {},
  'schedule-appointment': {
    appointmentType: 'a-call',
    appointmentTypeName: 'A call',
    interactionType: 'video_call',
    startTime: '2026-12-07T10:00:00Z',
    endTime: '2026-12-07T10:30:00Z',
  },
};

/** Every function, in the attacker's own name but with someone else's ids wherever one might be believed. */
export function functionProbes(scene: Scene): fc.Arbitrary<Probe> {
  const { victim } = scene;
  const stowaways = { user_id: victim.id, userId: victim.id, p_user_id: victim.id, sub: victim.id };
  const everything = { email: victim.email, ...Object.assign({}, ...Object.values(BODIES)) };
  const search = 'appointmentType=a-call&searchFrom=2026-12-07T00:00:00Z&searchUntil=2026-12-08T00:00:00Z';
  return fc
    .record({
      name: fc.constantFrom(...scene.functions),
      id: idFrom(scene),
      query: fc.constantFrom('', `user_id=${victim.id}&userId=${victim.id}`, search),
      rightMethod: fc.nat(9).map((dice) => dice > 0),
      reused: fc.boolean(),
      extra: fc.boolean(),
    })
    .map(({ name, id, query, rightMethod, reused, extra }) => {
      const posts =
        /^(submit|update|schedule|reschedule|cancel|validate|export|request|confirm|keep|delete|record|report|take|log|treatment|send-message|read-messages)/.test(
          name,
        ) === rightMethod;
      const body = Object.assign(
        { appointmentId: id, threadId: id },
        BODIES[name] ?? everything,
        extra ? stowaways : {},
      );
      return {
        method: posts ? 'POST' : 'GET',
        path: `/functions/v1/${name}?${query}`,
        headers: reused ? { 'idempotency-key': victim.submissionId } : {},
        body: posts ? body : undefined,
      };
    });
}
