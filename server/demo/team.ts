import { usualHours } from '../../domain/coach/clinic-hours.ts';

/** The people of the demo's clinic. Those with hours take calls. */
export type DemoMember = {
  email: string;
  name: string;
  role: 'coach' | 'clinician' | 'administrator';
  /** Their work in one sentence, for the demo desk. */
  summary: string;
  bio: string;
  /** Their portrait. Without one, the page shows initials. */
  portrait?: string;
  calls?: { days: number[]; from: string; until: string };
};

/** The name of the demo's second factors, so that they can be told apart from one set up on a phone. */
export const DEMO_FACTOR = 'Demo authenticator';
export const DEMO_TIME_ZONE = 'America/New_York';
export const DEMO_HOURS = usualHours(DEMO_TIME_ZONE);

export const DEMO_TEAM: DemoMember[] = [
  {
    email: 'coach@example.com',
    name: 'Marisol Vega',
    summary: 'Coaches most of the patients here and has the most on Today.',
    role: 'coach',
    bio: 'Marisol has supported people building their families for twelve years, first as a midwife and now as a coach.',
    portrait: 'coach',
    calls: { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', until: '22:00' },
  },
  {
    email: 'coach2@example.com',
    name: 'Amara Whitfield',
    summary: 'The second coach. Opens Marisol’s patients with a reason.',
    role: 'coach',
    bio: 'Amara was a labor and delivery nurse. She likes plain answers, and doesn’t mind being asked twice.',
    portrait: 'coach-2',
    calls: { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', until: '20:00' },
  },
  {
    email: 'coach3@example.com',
    name: 'Imani Brooks',
    summary: 'The third coach, and the newest. Her patients are on Today too.',
    role: 'coach',
    bio: 'Imani was a school nurse. She answers quickly, and never makes anyone feel rushed.',
    calls: { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', until: '18:00' },
  },
  {
    email: 'clinician@example.com',
    name: 'Dr. Anneke Lind',
    summary: 'Clinician: safety checks, consultations and anything only a clinician can close.',
    role: 'clinician',
    bio: 'Anneke is a fertility clinician. She listens first, explains plainly and leaves time for every question.',
    portrait: 'clinician',
    calls: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' },
  },
  {
    email: 'clinician2@example.com',
    name: 'Dr. Samuel Adler',
    summary: 'The second clinician. Covers urgent items.',
    role: 'clinician',
    bio: 'Samuel is a gynecologist. He works mornings, and reviews what cannot wait.',
  },
  {
    email: 'admin@example.com',
    name: 'Tomas Reyes',
    summary: 'Administrator: invitations, kits, people, settings and the access log; no patient records.',
    role: 'administrator',
    bio: '',
    portrait: 'administrator',
  },
];
