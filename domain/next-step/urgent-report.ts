/** What a patient reported that cannot wait, until someone of the care team has ended it. `private.own_urgent_report` names it. */
export const URGENT_REPORTS = ['symptoms', 'urgent', 'call-me', 'self-harm'] as const;
export type UrgentReport = (typeof URGENT_REPORTS)[number];
