export const SAMPLE_WORDS = {
  title: 'Sample rest',
  before:
    'Start when the sample has been collected. It rests for 30 minutes at room temperature, between 68\u00a0°F and 99\u00a0°F (20\u00a0°C and 37\u00a0°C).',
  done: 'The sample has rested for 30 minutes. You can pour it through the funnel now.',
  earlier: {
    open: 'I have already started',
    label: 'When was the sample collected?',
    tooLate:
      'The timer of the sample waits for the safety check. You can note the sample once it has rested for 30 minutes.',
  },
};

/** Why the sample's timer cannot be started yet. Nothing else waits for it. */
export const SAMPLE_HELD = {
  check: 'Please answer the safety check first.',
  confirm: 'Please answer today’s questions of the safety check first.',
  unknown: 'We cannot look up your safety check without a network. The timer of the sample waits until then.',
  goes: 'The timer of the cap, the steps and how to get help are always here.',
};

export const CAP_WORDS = {
  title: 'Cap in place',
  before: 'Start when the cap is in place. It comes out by 5 hours at the latest.',
  running: 'You may remove it earlier. Use the string, and wash your hands first.',
  due: 'It is time to remove the cap by its string. Confirm here when it is out.',
  removed: 'The cap is out. Please throw it away: each one is used once.',
  earlier: {
    open: 'It went in at …',
    label: 'When did the cap go in?',
    later: 'This is not earlier than the time that is noted. Reset the timer to note a later one.',
  },
};

export const REPORTED_EARLIER = {
  hint: 'Within the last 24 hours',
  save: 'Save the time',
  cancel: 'Cancel',
  missing: 'Please enter a time.',
};

/** For whoever has begun already. */
export const ALREADY_STARTED =
  'You can note what has happened, whatever the safety check says. The cap comes out by 5 hours at the latest.';

/** In the survey, above an answer that is filled in. */
export const FROM_TIMERS = 'This is from your timers. Change it if it was different.';

/** On every page while a cap is in. */
export const CAP_IN = {
  title: 'Your cap is in',
  outBy: 'Out by',
  due: 'It is time to remove the cap',
  limit: 'The limit was',
};
