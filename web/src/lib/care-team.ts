import { contact } from './contacts.ts';

export type CarePerson = {
  label: 'Your Clinical Coach';
  name: string;
  bio: string;
  picture: 'coach';
};

export const COACH: CarePerson = {
  label: 'Your Clinical Coach',
  get name() {
    return contact('coachName');
  },
  get bio() {
    return contact('coachBio');
  },
  picture: 'coach',
};
