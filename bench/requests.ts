import type { Clinic, Visitor } from './clinic.ts';

export type PatientRequest = {
  name: string;
  path: (visitor: Visitor) => string;
  headers?: Record<string, string>;
};

const RECORD_COLUMNS =
  'privacy_policy_accepted,data_usage_consent,onboarding_completed,customer_first_name,preferred_name,customer_last_name,customer_email,status,tracking_url,programme_name,coach';
const ONE = { accept: 'application/vnd.pgrst.object+json' };

/**
 * The portal's most frequent requests: the gate before every page, and Home's four reads. The first of these
 * repeats the gate's.
 */
export const FREQUENT_REQUESTS: PatientRequest[] = [
  {
    name: 'gate',
    path: ({ id }) => `/rest/v1/customers?select=${RECORD_COLUMNS}&user_id=eq.${id}`,
    headers: ONE,
  },
  {
    name: 'record',
    path: ({ id }) => `/rest/v1/customers?select=${RECORD_COLUMNS}&user_id=eq.${id}`,
    headers: ONE,
  },
  {
    name: 'progress',
    path: ({ id }) =>
      `/rest/v1/completed_phases?select=phase_id,stage_number,cycle_number,completed_at&user_id=eq.${id}`,
  },
  {
    name: 'results',
    path: ({ id }) =>
      `/rest/v1/test_results?select=id,result_type,result,cycle_number,taken_on,taken_at,created_at,logged_by_name&user_id=eq.${id}&order=taken_at.desc`,
  },
  { name: 'calls', path: () => '/functions/v1/fetch-scheduled-appointments' },
];

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

export const SLOTS: PatientRequest = {
  name: 'slots',
  path: () =>
    `/functions/v1/fetch-appointment-slots?${new URLSearchParams({
      appointmentType: 'clinical-coach-support-call',
      searchFrom: days(1),
      searchUntil: days(2),
    })}`,
  headers: { 'x-client-timezone': 'America/New_York' },
};

export const headersOf = (
  { headers }: PatientRequest,
  { secrets }: Pick<Clinic, 'secrets'>,
  { token }: Visitor,
): Record<string, string> => ({ ...headers, apikey: secrets.anonKey, authorization: `Bearer ${token}` });
