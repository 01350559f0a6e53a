import type { ClinicValues } from '../../domain/clinic/settings.ts';
import { DEMO_TEAM, DEMO_TIME_ZONE } from './team.ts';

const COACH = DEMO_TEAM.find(({ role }) => role === 'coach')!;

/** The demo clinic's settings on the page 'Clinic', unless the environment sets others. */
export const demoSettings = (own: ClinicValues): ClinicValues => ({
  clinicTimeZone: DEMO_TIME_ZONE,
  ...(Object.keys(own).length === 0 && {
    clinicPhone: '+1 212 555 0150',
    clinicHours: 'Monday to Friday, 9am to 5pm',
    supportEmail: 'support@example.com',
    coachName: COACH.name,
    coachEmail: COACH.email,
    coachBio: COACH.bio,
  }),
});
