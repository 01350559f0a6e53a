/** An urgent report, until someone on the care team marks it done. `private.own_urgent_report` returns it. */
export const URGENT_REPORTS = ['symptoms', 'urgent', 'call-me', 'self-harm', 'loss'] as const;
export type UrgentReport = (typeof URGENT_REPORTS)[number];
