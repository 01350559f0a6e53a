import { UNDO, UNDO_REPORT } from './ask-first.ts';
import { PREGNANCY_SIGNS } from './emergency-signs.ts';
import { CHANGED_TITLE, FEELING_TITLE, LOSS_TITLE } from './words.ts';

/** What doesn't change, whatever happens to the treatment. */
const ALL_STAYS = 'Your calls, notes and messages stay as they are.';

export const PAUSE = {
  title: 'Pause my treatment',
  intro:
    'You can pause whenever you need to. We’ll save your place in the plan, and this cycle won’t count against your three.',
  length: { legend: 'For how long?', untilDay: 'Until a date I choose', open: 'I don’t know yet' },
  until: 'Until',
  missing: 'Please select how long.',
  missingDay: 'Please select the day.',
  reason: { label: 'Reason (optional)', hint: 'Your care team can read it.' },
  failure: 'We couldn’t pause your treatment. Please try again.',
};

export const PAUSED = {
  heading: 'Your treatment is paused.',
  kept: 'We’ve saved your place in the plan, and this cycle won’t count against your three.',
  quiet: `We won’t ask you to test, use an applicator or fill out a survey. ${ALL_STAYS}`,
  until: (day: string): string =>
    `You’re paused until ${day}. We’ll check in with you that day. Nothing starts until you say so.`,
  open: 'No end date set. Come back whenever you’re ready.',
  due: {
    heading: 'Ready to resume?',
    text: (day: string): string => `You paused until ${day}. Resume when you’re ready, or pause for longer.`,
  },
  resume: {
    button: 'Resume',
    title: 'Resume your treatment?',
    keep: 'Not yet',
    go: 'Yes, resume',
    text: 'Your plan picks up where you left off, with its tests and reminders.',
  },
  longer: 'Change my pause date',
  resumed: { title: 'Welcome back', text: 'Your plan picks up where you left off.' },
  failure: 'We couldn’t resume your treatment. Please try again.',
};

export const CHANGED = {
  title: CHANGED_TITLE,
  intro: 'Whatever it is, you can let us know here. Take your time.',
  home: 'If something has changed, you can tell us at any time.',
  ended: { title: LOSS_TITLE, text: 'We are so sorry. You can let us know here.' },
  feeling: {
    title: FEELING_TITLE,
    text: 'Pain, bleeding, fever, or anything else you notice.',
  },
  mistake: { title: 'I logged it by mistake', text: 'You can undo a test result.' },
};

export const MISTAKE = {
  intro: 'Which result was logged by mistake?',
  undo: { ...UNDO_REPORT, text: 'Your plan will go back to what it was before this result.' },
  hours: 'You can undo a result here for 24 hours after logging it.',
  none: 'There’s no pregnancy test result to undo.',
  tooLate: 'You logged this result more than 24 hours ago. Your coach can correct it with you.',
  done: 'Your plan is back to where it was.',
  failure: 'We couldn’t undo the result. Please try again.',
};

/** Someone without a number must not be told to call. */
const orReach = (phone: string, coach: string): string =>
  phone ? `call us at ${phone}` : `write to your coach at ${coach}`;

/** These words never count, raise hopes or hurry the patient. */
export const LOSS = {
  title: LOSS_TITLE,
  heading: 'We are so sorry.',
  before: [
    'You don’t have to tell us more than you want to.',
    'Once you let us know, you won’t need to do anything here: no tests, no surveys, no steps in your plan. Your pregnancy test results are hidden until you turn them back on in My Account.',
  ],
  day: { label: 'When did it happen?', hint: 'Only if you’d like to say.' },
  after: [
    'Whatever you feel is okay. There’s nothing you have to do here.',
    'Bleeding with a loss isn’t a period, and pregnancy tests can stay positive for a while.',
  ],
  failure: (phone: string, coach: string): string =>
    `We couldn’t save this. Please try again, or ${orReach(phone, coach)}.`,
};

export const AFTER_LOSS = {
  heading: LOSS.heading,
  known: 'Your coach and your clinician know.',
  /** For a report at night, before the clinic opens. */
  knownLater: 'Your coach and your clinician will read this when the clinic opens.',
  /** `coach` is a name, or 'Your care team'. */
  contact: (coach: string, when: string): string => `${coach} will be in touch by ${when}.`,
  /** For when that time has passed. */
  late: 'If you haven’t heard from us yet, please call or write. We want to be there for you.',
  /** Shown two and six weeks after the loss. */
  asks: (coach: string, when: string): string =>
    `${coach} will be in touch by ${when} to ask how you’re doing. You don’t have to answer.`,
  paragraphs: [
    ALL_STAYS,
    'When you want to talk about what comes next, your coach will set it up with your clinician.',
  ],
  call: 'Book a call',
  reading: 'Something to read',
  /** Opens the signs of an emergency. */
  signs: 'When to get help right away',
  mistake: {
    undo: {
      ...UNDO_REPORT,
      text: 'If you undo it, Home will go back to what it showed before. If it wasn’t a mistake, you can leave it as it is.',
    },
    hint: 'Tapped this by mistake? You can undo it for a day.',
    done: 'Your plan is back to where it was.',
    failure: (phone: string, coach: string): string =>
      `We couldn’t undo it. Please ${orReach(phone, coach)}.`,
  },
};

/** No one tries to change the patient's mind. */
export const STOP = {
  title: 'Stop treatment',
  paragraphs: [
    'You can stop at any time, and you don’t have to say why.',
    `Your plan, results and notes stay here for you to read. ${ALL_STAYS}`,
    'You can undo this yourself within 24 hours. After that, your care team can reopen your treatment if you ask.',
  ],
  reason: PAUSE.reason,
  undoable: 'You can undo this within 24 hours, on Home or in My Account.',
  failure: 'We couldn’t stop your treatment. Please try again.',
};

export const STOPPED = {
  heading: 'Your treatment has stopped.',
  paragraphs: [
    `Everything stays here for you to read. ${ALL_STAYS}`,
    'If you ever want to start again, just tell your care team.',
  ],
  undo: {
    ...UNDO,
    button: 'Undo',
    title: 'Undo stopping your treatment?',
    text: 'Your plan and reminders will go back to the way they were. We won’t send reminders that were due in the meantime.',
    until: (when: string): string => `Changed your mind? You can undo this until ${when}.`,
    done: 'Your treatment is open again. Your plan is back to where it was.',
    failure: 'We couldn’t undo this. Please try again.',
  },
};

export const PREGNANT = {
  heading: 'Your pregnancy',
  paragraphs: [
    'Congratulations. Your treatment is complete, and you don’t need to test or prepare anything else.',
    'The next step is a review with your clinician, who will go through the coming weeks with you.',
    PREGNANCY_SIGNS,
  ],
  review: 'Book review',
};

/** Replaces the sentence once bleeding was logged. */
export const PREGNANT_BLEEDING = {
  heading: 'About your bleeding',
  paragraphs: [
    'Always have bleeding checked during pregnancy. Your clinician can see what you logged.',
    'If something has changed, you can let us know here. Take your time.',
  ],
};

export const UNSURE = {
  heading: 'It’s okay not to be sure',
  paragraphs: ['You don’t have to figure it out alone. Your coach is happy to talk it over with you.'],
  link: 'About an unclear result',
};

export const UNSURE_AFTER_POSITIVE = {
  heading: 'Let’s look at this together',
  paragraphs: [
    'Your last test doesn’t match the one before. A home test can’t tell us why.',
    'Please talk to your clinician, today if you can. You can also book your review, which is a call with your clinician.',
  ],
};

export const LET_US_KNOW = {
  title: 'Let us know',
  intro: 'Tell us how your body feels or what has changed. Your care team can read it.',
};

/** For a patient whose last test is positive after they stopped treatment. A clinician is asked to look at it. */
export const POSITIVE_AFTER_STOP = {
  heading: 'Your last test was positive',
  paragraphs: [
    'You had stopped your treatment when you logged it. However you feel about it is okay.',
    'Your care team is asked to look at your result. Please talk to your clinician, today if you can.',
    PREGNANCY_SIGNS,
  ],
};

/** For a patient whose last test is positive after an earlier loss. No one knows yet what it means. */
export const POSITIVE_AFTER_LOSS = {
  heading: 'Let’s look at this together',
  paragraphs: [
    'Your last test was positive. After a loss, tests can stay positive for a while, and a home test can’t tell us what this one means.',
    'We’ve let your clinician know. Please talk to them today if you can. You can also book your review, which is a call with your clinician.',
  ],
};
