/** The drawings that a coach's profile can have. web/public/art has them by name. */
export const PORTRAITS = ['coach', 'coach-2', 'clinician', 'administrator'] as const;
