/** Every code a function can refuse with. The portal acts on the code and shows the message. */
const PROBLEM_CODES = [
  // 400; bad_picture: the upload is not an acceptable picture, and the message says why
  'bad_json',
  'invalid_input',
  'bad_picture',
  // 401
  'not_signed_in',
  'bad_credential',
  // 403; no_access: there is no patient record, or its invitation was revoked; wrong_code: or one that no
  // longer works; host_left: the link was the host's, who has left the care team; service_only: for the
  // clinic's own programs; agreement_required: by the person who uses the applicator
  'no_access',
  'consent_required',
  'agreement_required',
  'email_not_authorized',
  'wrong_code',
  'service_only',
  'call_link_expired',
  'host_left',
  // 403, for the care team's functions; second_factor_required: or a factor other than the active one;
  // not_allowed: not on the team, or not with this role; session_too_old: 12 hours; session_locked: until
  // a code from the app unlocks it; fresh_code_required: the act needs a second factor from these minutes
  'second_factor_required',
  'fresh_code_required',
  'not_allowed',
  'reason_required',
  'session_too_old',
  'session_locked',
  // 404; unknown_appointment_type: 422 in a list of them; unknown_picture: it has to be uploaded again
  'unknown_appointment_type',
  'unknown_appointment',
  'unknown_call',
  'unknown_outcome',
  'unknown_thread',
  'unknown_picture',
  'unknown_feed',
  // 405
  'method_not_allowed',
  // 409; slot_taken: no longer, or never, offered; submission_reused: the submission id was used for other
  // answers; too_late: the call's notice has started, or the days to change one's mind are over;
  // appointment_changed: moved or canceled in the meantime; already_leaving: the account deletion has
  // started; too_many_calls: ten upcoming calls; not_now: not in this care state, or not by this person
  'wrong_cycle',
  'slot_taken',
  'submission_reused',
  'too_late',
  'appointment_changed',
  'already_leaving',
  'too_many_calls',
  'not_now',
  // 409, for the care team's functions
  'changed_meanwhile',
  'already_in_team',
  'already_invited',
  'last_administrator',
  'last_clinician',
  'not_a_host',
  'linked_appointment_type',
  // 422; an address belongs to a patient or a team member
  'address_of_patient',
  'address_of_team',
  // 429
  'too_many_requests',
  // 500
  'unexpected_failure',
  // 503; the database is temporarily unavailable
  'unavailable',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const isProblemCode = (code: string): code is ProblemCode =>
  (PROBLEM_CODES as readonly string[]).includes(code);
