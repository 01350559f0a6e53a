/** For a pregnancy test that is hard to read: shown after logging it, and reachable later. */
export const UNCLEAR = {
  heading: 'It can be hard to tell',
  common: 'A test that’s hard to read is common. A colorless line that shows up late is not a positive.',
  testAgain: 'Please test again in a few days, with a new test.',
  /** Instead, of a test that was too early. */
  early:
    'It’s also still early for a test. Please wait until the first day of a missed period, or about 21 days after your last applicator. Then test again with a new test.',
  applicator: 'If you have an applicator left for this cycle, please ask your coach before you use it.',
  coach: 'Your coach is here for you.',
};
