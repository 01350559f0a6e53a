/**
 * What Home asks of each table: by `early.ts` before the portal's code is there, and by the portal after that. What differs by a
 * letter would be asked twice.
 */
export const ACCESS_COLUMNS = 'privacy_policy_accepted,data_usage_consent,onboarding_completed';
export const CUSTOMER_COLUMNS =
  'customer_first_name,customer_last_name,customer_email,status,tracking_url,programme_name';
export const COMPLETED_COLUMNS = 'phase_id,stage_number,cycle_number,completed_at';
export const RESULT_COLUMNS = 'id,result_type,result,taken_at,created_at';
