/** The people of the demonstration, one for each place in the journey. */
export type DemoPatient = {
  email: string;
  first: string;
  last: string;
  story: string;
  /** Invited, but never signed in: no account and no record yet. */
  neverSignedIn?: true;
  status?: 'Pregnant';
  trackingUrl?: string;
};

export const DEMO_PATIENTS: DemoPatient[] = [
  {
    email: 'new@example.com',
    first: 'Noor',
    last: 'Haddad',
    story: 'invited, never signed in',
    neverSignedIn: true,
  },
  { email: 'stage1@example.com', first: 'Alex', last: 'Moreau', story: 'stage 1, before the consultation' },
  {
    email: 'stage2@example.com',
    first: 'Sam',
    last: 'Okafor',
    story: 'stage 2, the kit is on its way',
    trackingUrl: 'https://example.com/track/BEA-2041',
  },
  { email: 'stage3@example.com', first: 'Mia', last: 'Lindqvist', story: 'stage 3, first cycle' },
  {
    email: 'cycle2@example.com',
    first: 'Robin',
    last: 'Castellano',
    story: 'stage 3, second cycle, a call in three days',
  },
  {
    email: 'calling@example.com',
    first: 'Jo',
    last: 'Whitaker',
    story: 'stage 1, a video call that can be joined now',
  },
  { email: 'done@example.com', first: 'Priya', last: 'Raman', story: 'stage 4, after treatment' },
  { email: 'pregnant@example.com', first: 'Elena', last: 'Petrova', story: 'pregnant', status: 'Pregnant' },
];
