import { clinicSays } from './clinic.ts';

export type CarePerson = {
  label: 'Your Clinical Coach';
  name: string;
  bio: string;
  picture: 'coach';
};

export const COACH: CarePerson = {
  label: 'Your Clinical Coach',
  get name() {
    return clinicSays('coachName');
  },
  get bio() {
    return clinicSays('coachBio');
  },
  picture: 'coach',
};
