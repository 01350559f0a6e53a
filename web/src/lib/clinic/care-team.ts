import { clinicSays } from './clinic.ts';
import type { OwnCoach } from './own-coach.ts';
import { useOwnCoach } from './use-own-coach.ts';

export type CarePerson = {
  label: 'Your Clinical Coach' | 'Your Fertility Clinician';
  name: string;
  bio: string;
  /** The name of a drawn portrait. */
  portrait: string | null;
};
export type Coach = CarePerson & { email: string };

/** The assigned coach, else whom the clinic names. */
export const coachOf = (own: OwnCoach | null | undefined): Coach => ({
  label: 'Your Clinical Coach',
  ...(own ?? {
    name: clinicSays('coachName'),
    bio: clinicSays('coachBio'),
    email: clinicSays('coachEmail'),
    portrait: clinicSays('coachPortrait'),
  }),
});

/** Who promises to be in touch: the assigned coach, whose item it is. Without one it is the care team's, and no one is named. */
export const useCoachWhoWrites = (): string => useOwnCoach()?.name ?? 'Your care team';

export const useCoach = (): Coach => coachOf(useOwnCoach());
