export const SAMPLE_WORDS = {
  title: 'Sample rest',
  before:
    'Start this when you’ve collected the sample. Let it rest for 30 minutes at room temperature, between 68\u00a0°F and 99\u00a0°F (20\u00a0°C and 37\u00a0°C).',
  done: 'The sample has rested for 30 minutes. You can now pour it through the funnel.',
  earlier: {
    open: 'I have already started',
    label: 'When was the sample collected?',
    tooLate:
      'The sample timer starts after the safety check. You can log the sample once it has rested for 30 minutes.',
  },
};

/** Why the sample's timer can't start yet. Everything else on the page works. */
export const SAMPLE_HELD = {
  check: 'Please answer the safety check first.',
  confirm: 'Please answer today’s safety check questions first.',
  unknown:
    'You’re offline, so we can’t check your safety answers. You can start the sample timer when you’re back online.',
  goes: 'The cap timer, the instructions and help are always available.',
};

export const CAP_WORDS = {
  title: 'Cap in place',
  before: 'Start this when the cap is in place. Take it out within 5 hours.',
  resting: (time: string): string => `Your sample rests until ${time}. Start this once the cap is in place.`,
  running: 'You can remove it earlier. Wash your hands first, and use the string.',
  due: 'It’s time to remove the cap by its string. Confirm here when it’s out.',
  overdue: (hours: number): string =>
    `The cap has been in for over ${hours} hours. Remove it now by its string. Confirm here when it’s out.`,
  removed: 'The cap is out. Please throw it away. Each cap is used once.',
  lastOut: (when: string): string => `Your last cap is out. You confirmed it ${when}.`,
  wentIn: (when: string): string => `It went in ${when}.`,
  cameOut: {
    open: 'It came out at …',
    label: 'When did the cap come out?',
    tooEarly: 'That’s before the cap went in.',
    later: 'This isn’t earlier than the time you logged.',
  },
  mistake: {
    open: 'I logged this by mistake',
    title: 'Did you log this by mistake?',
    text: 'This applicator won’t count as used, on all your devices.',
    yes: 'Yes, undo it',
    no: 'No, keep it as it is',
  },
  earlier: {
    open: 'It went in at …',
    label: 'When did the cap go in?',
    later: 'This isn’t earlier than the time you logged. To log a later time, reset the timer.',
  },
};

export const REPORTED_EARLIER = {
  hint: 'Within the last 24 hours',
  save: 'Save the time',
  cancel: 'Cancel',
  missing: 'Please enter a time.',
  /** `day` is yesterday. We ask because a mistyped time would start the timer many hours in the past. */
  isYesterday: (day: string): string => `This time hasn’t come yet today. Was it yesterday, ${day}?`,
  yes: 'Yes, it was yesterday',
};

/** For a patient who has already started. */
export const ALREADY_STARTED =
  'You can log what happened, no matter what the safety check says. Take the cap out within 5 hours.';

/** Shown in the survey above a prefilled answer. */
export const FROM_TIMERS = 'This is from your timers. Change it if it was different.';

/** Shown on every page while a cap is in. */
export const CAP_IN = {
  title: 'Your cap is in',
  outBy: 'Out by',
  due: 'It’s time to remove the cap',
  overdue: (hours: number): string => `Your cap has been in for over ${hours} hours`,
  limit: 'The limit was',
};
