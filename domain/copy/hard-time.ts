/** The first answer of 'How are you feeling?', and the page it leads to. */
export const HARD_TIME = {
  label: "I'm having a hard time",
  heading: 'You don’t have to carry this alone',
  /** Shown before it is sent. `coach` is a name, or 'Your care team'. */
  before: (coach: string, day: string): string =>
    `Send this, and ${inSentence(coach)} will be in touch ${day}.`,
  sent: (coach: string, day: string): string => `${coach} will be in touch ${day}.`,
  call: 'Book a call',
  write: 'Send a message',
  reading: 'Something to read',
  lines: 'People who listen',
  /** The coach reads this before the patient's own words. */
  message: "I'm having a hard time.",
  today: 'today',
  tomorrow: 'tomorrow',
};

const inSentence = (coach: string) => coach.replace(/^Your /, 'your ');
