// No library, because web/src/first-visit reads it too.

export const EVENT_COLUMNS = 'id,kind,day,cycle,until,resolved_to,recorded_by,created_at';
