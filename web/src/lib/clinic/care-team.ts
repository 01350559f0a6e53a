import { clinicSays } from './clinic.ts';
import type { OwnCoach } from './own-coach.ts';
import { useOwnCoach } from './use-own-coach.ts';

export type CarePerson = {
  label: 'Your Clinical Coach' | 'Your Fertility Clinician';
  name: string;
  bio: string;
  /** A drawn portrait's name. */
  portrait: string | null;
  /** What this person is until then, for a patient without an assigned coach. */
  note?: string;
};
export type Coach = CarePerson & { email: string };

/** The assigned coach, else the clinic's contact. */
export const coachOf = (own: OwnCoach | null | undefined): Coach => ({
  label: 'Your Clinical Coach',
  ...(own ?? {
    name: clinicSays('coachName'),
    bio: clinicSays('coachBio'),
    email: clinicSays('coachEmail'),
    portrait: clinicSays('coachPortrait'),
    note: 'Your contact until a coach is assigned to you',
  }),
});

/**
 * Who promises to be in touch: the assigned coach, who gets the item. Without one, the care team, and no one
 * is named.
 */
export const useCoachWhoWrites = (): string => useOwnCoach()?.name ?? 'Your care team';

export const useCoach = (): Coach => coachOf(useOwnCoach());
