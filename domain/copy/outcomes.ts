import { FEELING_TITLE, LOSS_TITLE } from './words.ts';

/** What stays whatever happens to the treatment. */
const ALL_STAYS = 'Your calls, notes and messages stay as they are.';

/** Before a report of one's own is undone. */
const UNDO_REPORT = {
  button: 'Take it back',
  title: 'Did you report this by mistake?',
  keep: 'No, keep it as it is',
  go: 'Yes, undo it',
};

export const PAUSE = {
  title: 'Pause my treatment',
  intro: 'You can pause whenever you need to. Your place in the plan is kept, and the cycle is not used up.',
  length: { legend: 'For how long?', untilDay: 'Until a day that I choose', open: 'I do not know yet' },
  until: 'Until',
  missing: 'Please choose how long.',
  missingDay: 'Please choose the day.',
  reason: { label: 'Reason, if you like', hint: 'Your care team can read it.' },
  failure: 'Your treatment could not be paused. Please try again.',
};

export const PAUSED = {
  heading: 'Your treatment is paused.',
  kept: 'Your place in the plan is kept, and the cycle is not used up.',
  quiet: `Nothing asks you to test, to use an applicator or to answer a survey. ${ALL_STAYS}`,
  until: (day: string): string => `Your pause is until ${day}. Nothing starts by itself: on that day we ask.`,
  open: 'Your pause has no end. Go on whenever you want to.',
  due: {
    heading: 'Ready to go on?',
    text: (day: string): string => `You paused until ${day}. Go on when you want to, or pause for longer.`,
  },
  resume: 'Resume',
  longer: 'Change the end of the pause',
  resumed: { title: 'Welcome back', text: 'Your plan goes on where you left it.' },
  failure: 'Your treatment could not be resumed. Please try again.',
};

export const CHANGED = {
  title: 'Something has changed',
  intro: 'Whatever it is, you can tell us here. Take your time.',
  home: 'If something has changed, you can tell us at any time.',
  ended: { title: LOSS_TITLE, text: 'We are so sorry. Here you can let us know.' },
  feeling: {
    title: FEELING_TITLE,
    text: 'Pain, bleeding, fever, or anything else that you notice.',
  },
  mistake: { title: 'I logged it by mistake', text: 'A test result can be taken back.' },
};

export const MISTAKE = {
  intro: 'Which result was logged by mistake?',
  undo: { ...UNDO_REPORT, text: 'Your plan will go back to what it was before this result.' },
  hours: 'A result can be taken back here for 24 hours after it was logged.',
  none: 'There is no pregnancy test result here to take back.',
  tooLate: 'The result was logged more than 24 hours ago. Your coach can set it right with you.',
  done: 'Your plan is as it was before.',
  failure: 'The result could not be taken back. Please try again.',
};

/** Nobody is told to call who has no number. */
const orReach = (phone: string, coach: string): string =>
  phone ? `call us at ${phone}` : `write to your coach at ${coach}`;

/** Nothing here counts, hopes or hurries. */
export const LOSS = {
  title: LOSS_TITLE,
  heading: 'We are so sorry.',
  before: [
    'You do not have to tell us more than you want to.',
    'When you let us know, nothing is asked of you here any more: no test, no survey, no step of your plan. Your pregnancy test results are hidden until you switch them on again in My Account.',
  ],
  day: { label: 'Which day was it?', hint: 'Only if you would like to say.' },
  after: [
    'Whatever you feel is all right. There is nothing that you have to do here.',
    'Bleeding with a loss is not a period, and pregnancy tests can stay positive for a while.',
  ],
  failure: (phone: string, coach: string): string =>
    `We could not save this. Please press the button once more, or ${orReach(phone, coach)}.`,
};

export const AFTER_LOSS = {
  heading: LOSS.heading,
  known: 'Your coach and your clinician know.',
  /** `coach` is a name, or 'Your care team'. */
  contact: (coach: string, when: string): string => `${coach} will be in touch by ${when}.`,
  /** That time has passed. */
  late: 'If you have not heard from us yet, please call or write. We would like to be there for you.',
  /** Two and six weeks after. */
  asks: (coach: string): string =>
    `${coach} will be in touch these days to ask how you are. You do not have to answer.`,
  paragraphs: [
    ALL_STAYS,
    'When you want to talk about what comes next, your coach arranges it with your clinician.',
  ],
  call: 'Book a call',
  reading: 'Something to read',
  mistake: {
    undo: {
      ...UNDO_REPORT,
      text: 'If you undo it, Home will go back to what it showed before. If nothing was a mistake, you can leave it as it is.',
    },
    hint: 'Reported by mistake? You can take it back for a day.',
    done: 'Your plan is as it was before.',
    failure: (phone: string, coach: string): string =>
      `It could not be taken back. Please ${orReach(phone, coach)}.`,
  },
};

/** Nobody is talked out of it. */
export const STOP = {
  title: 'Stop treatment',
  paragraphs: [
    'You can stop at any time, and you do not have to say why.',
    `Everything stays here for you to read: your plan, your results and your notes. ${ALL_STAYS}`,
    'You can undo this yourself for a day. After that, your care team can open your treatment again if you ask for it.',
  ],
  reason: PAUSE.reason,
  undoable: 'You can undo this for a day, on Home or in My Account.',
  failure: 'Your treatment could not be stopped. Please try again.',
};

export const STOPPED = {
  heading: 'Your treatment has stopped.',
  paragraphs: [
    `Everything stays here for you to read. ${ALL_STAYS}`,
    'If you ever want to open it again, tell your care team.',
  ],
  undo: {
    ...UNDO_REPORT,
    button: 'Undo',
    title: 'Undo stopping your treatment?',
    text: 'Your plan and your reminders will be as they were before. Reminders that were due in the meantime will not be sent.',
    until: (when: string): string => `Changed your mind? You can undo this until ${when}.`,
    done: 'Your treatment is open again. Your plan is as it was before.',
    failure: 'This could not be undone. Please try again.',
  },
};

export const PREGNANT = {
  heading: 'Your pregnancy',
  paragraphs: [
    'Congratulations. Your treatment is complete, and there is nothing more to test or to prepare.',
    'The next step is a review with your clinician, who will go through the coming weeks with you.',
  ],
  review: 'Book review',
};

export const UNSURE = {
  heading: 'Not sure is an answer too',
  paragraphs: [
    'A test that is hard to read is common. Nothing else is asked of you for now.',
    'Your coach is glad to talk it over with you.',
  ],
  link: 'About an unclear result',
};

export const UNSURE_AFTER_POSITIVE = {
  heading: 'Let us look at this together',
  paragraphs: [
    'Your last test does not say the same as the one before. A test at home cannot tell why.',
    'Please talk with your clinician, today if you can. Your review is a call with your clinician too.',
  ],
};

export const TELL_US = {
  title: 'Let us know',
  intro: 'How your body feels, or what has changed for you. Your care team can read it.',
};

/** For somebody who is pregnant by the last test, and lost a pregnancy before it: nobody knows yet what it means. */
export const POSITIVE_AFTER_LOSS = {
  heading: 'Let us look at this together',
  paragraphs: [
    'Your last test was positive. After a loss, tests can stay positive for a while, and a test at home cannot tell what this one means.',
    'Please talk with your clinician, today if you can. Your review is a call with your clinician too.',
  ],
};
