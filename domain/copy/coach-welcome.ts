/** The portal's pictures that the film shows. */
export type WelcomePicture =
  | 'welcome'
  | 'walkthrough-4'
  | 'walkthrough-1'
  | 'consultation-prep'
  | 'walkthrough-2'
  | 'consultation'
  | 'walkthrough-6'
  | 'walkthrough-7';

const GREETING = 'Hello, and welcome.';
const WITH_YOU = 'I’ll be with you from your first day to your last test.';
const NOTHING_YET = 'There’s nothing you need to know yet. Take your time.';
const CLINICIAN = 'First, you’ll meet a clinician and decide if this treatment is right for you.';
const KIT = 'Then I’ll go through your kit with you, piece by piece, until it feels familiar.';
const ASK = 'Ask me anything. No question is too small.';
const BRING = 'Come on your own, or bring the people who are part of this.';
const CLOSING = 'I’m looking forward to meeting you.';

/**
 * The coach's welcome if the clinic has no video of its own: as a letter, and as a film that shows one
 * sentence at a time. After a change, run `npm run welcome-video`.
 */
export const COACH_WELCOME = {
  greeting: GREETING,
  paragraphs: [`${WITH_YOU} ${NOTHING_YET}`, `${CLINICIAN} ${KIT}`, `${ASK} ${BRING}`],
  closing: CLOSING,
  inWords: 'The same in words',
  filmLabel: 'Welcome film, 38 seconds, without sound',
  film: [
    { picture: 'welcome', words: GREETING },
    { picture: 'walkthrough-4', words: WITH_YOU },
    { picture: 'walkthrough-1', words: NOTHING_YET },
    { picture: 'consultation-prep', words: CLINICIAN },
    { picture: 'walkthrough-2', words: KIT },
    { picture: 'consultation', words: ASK },
    { picture: 'walkthrough-6', words: BRING },
    { picture: 'walkthrough-7', words: CLOSING },
  ] satisfies { picture: WelcomePicture; words: string }[],
};

export const WELCOME_FILM_SIZE = { width: 960, height: 912 };
