/** For a pregnancy test that is hard to read: after logging it, and to come back to. */
export const UNCLEAR = {
  heading: 'It can be hard to tell',
  common: 'A test that is hard to read is common. A line without color that comes late is not a positive.',
  testAgain: 'Please test again in a few days, with a new test.',
  coach: 'Your coach is here for you.',
};
