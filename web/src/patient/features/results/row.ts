// No library, because web/src/first-visit reads it too.

export const RESULT_COLUMNS =
  'id,result_type,result,cycle_number,taken_on,taken_at,created_at,logged_by_name';
