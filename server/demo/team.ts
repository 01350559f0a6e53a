/** The people of the demo's clinic. Those with hours take calls. */
export type DemoMember = {
  email: string;
  name: string;
  role: 'coach' | 'clinician' | 'administrator';
  bio: string;
  /** The drawing of their face. */
  portrait: string;
  calls?: { days: number[]; from: string; until: string };
};

/** The name of their second factors, which tells them from one that somebody set up on a phone. */
export const DEMO_FACTOR = 'Demo authenticator';
export const DEMO_TIME_ZONE = 'America/New_York';

export const DEMO_TEAM: DemoMember[] = [
  {
    email: 'coach@example.com',
    name: 'Marisol Vega',
    role: 'coach',
    bio: 'Marisol has walked beside people on their way to a family for twelve years, first as a midwife and now as a coach.',
    portrait: 'coach',
    calls: { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', until: '22:00' },
  },
  {
    email: 'coach2@example.com',
    name: 'Amara Whitfield',
    role: 'coach',
    bio: 'Amara was a nurse on a maternity ward. She likes plain answers, and questions that are asked twice.',
    portrait: 'coach-2',
    calls: { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', until: '20:00' },
  },
  {
    email: 'clinician@example.com',
    name: 'Dr. Anneke Lind',
    role: 'clinician',
    bio: 'Anneke is a fertility clinician. She listens first, explains plainly and leaves time for every question.',
    portrait: 'clinician',
    calls: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' },
  },
  {
    email: 'admin@example.com',
    name: 'Tomas Reyes',
    role: 'administrator',
    bio: '',
    portrait: 'administrator',
  },
];
