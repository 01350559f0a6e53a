import { contact } from './contacts.ts';

export type CarePerson = {
  label: 'Your Clinical Coach' | 'Your Fertility Clinician';
  name: string;
  bio: string;
  picture: 'coach' | 'clinician';
};

export const COACH: CarePerson = {
  label: 'Your Clinical Coach',
  get name() {
    return contact('coachName');
  },
  bio: 'Marisol has walked beside people on their way to a family for twelve years, first as a midwife and now as a coach.',
  picture: 'coach',
};
