export const MESSAGES = {
  intro: 'Write to your care team, and read what they answer.',
  topic: 'What is it about?',
  field: 'Your message',
  send: 'Send',
  sent: 'Sent',
  seen: 'Seen',
  notSentYet: 'Not sent yet.',
  cannotBeSent: 'This could not be sent.',
  writeAgain: 'Edit and send again',
  remove: 'Remove',
  byPhone: 'Answered by phone',
  earlier: 'Show earlier messages',
  you: 'You',
  team: 'Your care team',
  /** The answer is late. How else to reach somebody stands below it. */
  overdue: 'Our answer is late, and we are sorry. You can reach us another way:',
  /** Of what waits on this device. How else to reach somebody stands below it. */
  notReceived:
    'Nobody has received this yet. It is sent as soon as you are online, and the time for our answer starts then. If it cannot wait:',
  /** Without a network, before anything is sent. */
  willWait: 'What you send now waits on this device until you are online.',
  notLoaded: 'Your messages did not load.',
  notKnown: 'Your messages cannot be loaded without a network.',
  missing: 'Please choose what it is about.',
  notSent: 'Your message was not sent. Please try again.',
  tooLong: 'Please use at most 4,000 characters',
  pictures: {
    add: 'Add pictures',
    hint: 'Up to three, JPEG or PNG, 10 MB each.',
    tooMany: 'Please add at most three pictures.',
    otherType: 'Please add pictures in JPEG or PNG only.',
    tooLarge: 'Please add pictures of at most 10 MB each.',
    again: 'Please add your pictures again.',
    waitedTooLong:
      'Your pictures are no longer with us. Please add them again, or send your words without them.',
    notAdded: 'This could not be added. Please try again.',
    notLoaded: 'The picture did not load. Please try again.',
    picture: (place: number): string => `Picture ${place}`,
    download: (place: number): string => `Download picture ${place}`,
  },
  left: (count: number): string => (count === 1 ? '1 character left' : `${count} characters left`),
};

export const unreadWords = (count: number): string => `${count} unread`;

const DO_NOT_WAIT =
  'If this is happening to you now, do not wait for an answer here. You can still send your message.';

/** Before anything is written, and beside words that may be urgent: nobody waits for an answer with these. */
export const HELP_WHILE_WRITING = {
  before: [
    'Messages are not for emergencies. Do not wait for an answer here if there is strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or fever with a rash or feeling very unwell after using a cap.',
  ],
  strong: [DO_NOT_WAIT, 'If you feel very unwell and a cap is in place, take it out by its string.'],
  /** After a loss nothing speaks of a cap, unless one is in. */
  afterLoss: {
    before: [
      'Messages are not for emergencies. Do not wait for an answer here if there is strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or fever or feeling very unwell.',
    ],
    strong: [DO_NOT_WAIT],
  },
  /** Below mild words. */
  mild: (number: string): string =>
    number
      ? `If it gets worse, or you feel very unwell, do not wait for an answer here. Call ${number} or go to the nearest emergency room.`
      : 'If it gets worse, or you feel very unwell, do not wait for an answer here. Call your local emergency number or go to the nearest emergency room.',
  /** Said to everybody who begins a conversation, so it sends nobody away who is well. */
  instead: (number: string): string =>
    number
      ? `Instead, call ${number} or go to the nearest emergency room.`
      : 'Instead, use the emergency number where you live, or go to the nearest emergency room.',
};
