/** Every code with which a function refuses. The portal acts on the code and shows the message. */
const PROBLEM_CODES = [
  // 400; bad_picture: what was left is no picture that we keep, and the message says why
  'bad_json',
  'invalid_input',
  'bad_picture',
  // 401
  'not_signed_in',
  'bad_credential',
  // 403; no_access: there is no patient record, or the invitation behind it was taken back; wrong_code: or one that no
  // longer works; service_only: for the clinic's own programs; host_left: the
  // link was the host's, who is of the care team no longer
  // longer works; service_only: for the clinic's own programs; agreement_required: of somebody else whose body it is
  'no_access',
  'consent_required',
  'agreement_required',
  'email_not_authorized',
  'wrong_code',
  'service_only',
  'call_link_expired',
  'host_left',
  // 403, of the care team's functions; second_factor_required: or another factor than the one that counts; not_allowed: not
  // of the team, or not with this role; session_too_old: 12 hours, or 15 minutes without an act
  'second_factor_required',
  'not_allowed',
  'reason_required',
  'session_too_old',
  // 404; unknown_appointment_type: 422 in a list of them; unknown_picture: it has to be left again
  'unknown_appointment_type',
  'unknown_appointment',
  'unknown_call',
  'unknown_outcome',
  'unknown_thread',
  'unknown_picture',
  // 405
  'method_not_allowed',
  // 409; slot_taken: no longer, or never, on offer; submission_reused: the submission id already stands for other answers;
  // too_late: the notice of the call has begun, or the days to change one's mind are over; appointment_changed: moved or
  // cancelled meanwhile; already_leaving: the deletion of this account has begun; too_many_calls: ten are ahead;
  // not_now: not from where the patient stands, or not by them
  'wrong_cycle',
  'slot_taken',
  'submission_reused',
  'too_late',
  'appointment_changed',
  'already_leaving',
  'too_many_calls',
  'not_now',
  // 409, of the care team's functions
  'changed_meanwhile',
  'already_in_team',
  'already_invited',
  'last_administrator',
  'last_clinician',
  'not_a_host',
  // 422; an address is a patient's or a team member's
  'address_of_patient',
  'address_of_team',
  // 429
  'too_many_requests',
  // 500
  'unexpected_failure',
  // 503; the database is away for a moment
  'unavailable',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const isProblemCode = (code: string): code is ProblemCode =>
  (PROBLEM_CODES as readonly string[]).includes(code);
