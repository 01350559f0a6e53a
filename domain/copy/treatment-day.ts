export const SAMPLE_WORDS = {
  title: 'Sample rest',
  before:
    'Start when the sample has been collected. It rests for 30 minutes at room temperature, between 20 °C and 37 °C.',
  done: 'The sample has rested for 30 minutes. You can pour it through the funnel now.',
};

export const CAP_WORDS = {
  title: 'Cap in place',
  before: 'Start when the cap is in place. It comes out by 5 hours at the latest.',
  running: 'You may remove it earlier. Use the string, and wash your hands first.',
  due: 'It is time to remove the cap by its string. Confirm here when it is out.',
  removed: 'The cap is out. Please throw it away: each one is used once.',
};

/** For a lock screen that others may see: nothing in it says what is being timed. */
export const DISCREET_NOTICE = {
  title: 'Béa',
  body: 'Your timer has ended. Open the portal for your next step.',
};
