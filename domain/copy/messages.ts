export const MESSAGES = {
  intro: 'Write to your care team and see their replies.',
  topic: 'What is it about?',
  topicHint: 'Each topic is its own conversation.',
  /** At a topic whose conversation is not shown. */
  waits: 'Waiting for our reply',
  field: 'Your message',
  send: 'Send',
  sent: 'Sent',
  seen: 'Seen',
  notSentYet: 'Not sent yet.',
  cannotBeSent: 'We couldn’t send this.',
  writeAgain: 'Edit and send again',
  remove: 'Remove',
  byPhone: 'Answered by phone',
  earlier: 'Show earlier messages',
  you: 'You',
  team: 'Your care team',
  /** Replaces the reply time for words that can't wait. */
  urgent: 'Your message is marked urgent for your care team. If you need help now, do not wait for a reply.',
  /** Shown if the reply is late, above other ways to reach someone. */
  overdue: 'We’re sorry, our reply is late. You can reach us another way:',
  /** Shown for messages that wait on this device, above other ways to reach someone. */
  notReceived:
    'No one has received this yet. We’ll send it as soon as you’re online, and our reply time starts then. If it can’t wait:',
  /** Shown above a conversation's text field. The rest opens below it. */
  notForEmergencies: 'Not for emergencies: when to get help now',
  /** Shown without a network, before anything is sent. */
  willWait: 'You’re offline. What you send will wait on this device until you’re back online.',
  notLoaded: 'We couldn’t load your messages.',
  notKnown: 'You’re offline, so we can’t load your messages.',
  missing: 'Please select a topic.',
  notSent: 'Your message was not sent. Please try again.',
  tooLong: 'Please use no more than 4,000 characters',
  pictures: {
    add: 'Add pictures',
    hint: 'Up to three, JPEG or PNG, 10 MB each.',
    tooMany: 'You can add up to three pictures.',
    otherType: 'Pictures must be JPEG or PNG.',
    tooLarge: 'Each picture can be up to 10 MB.',
    again: 'Please add your pictures again.',
    waitedTooLong:
      'We no longer have your pictures. Please add them again, or send your message without them.',
    notAdded: 'We couldn’t add this. Please try again.',
  },
  /** Shown for a sent message. */
  files: {
    notLoaded: 'The file didn’t load. Please try again.',
    picture: (place: number): string => `Picture ${place}`,
    enlarge: (place: number): string => `Enlarge picture ${place}`,
    downloadPicture: (place: number): string => `Download picture ${place}`,
    downloadPdf: (place: number): string => `Download PDF ${place}`,
  },
  left: (count: number): string => (count === 1 ? '1 character left' : `${count} characters left`),
};

export const unreadWords = (count: number): string => `${count} unread`;

const DO_NOT_WAIT =
  'If this is happening to you now, do not wait for a reply here. You can still send your message.';

/** Shown before anything is written, and next to words that may be urgent: these can't wait for a reply. */
export const HELP_WHILE_WRITING = {
  before: [
    'Messages are not for emergencies. Do not wait for a reply here if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or fever with a rash or feeling very unwell after using a cap.',
  ],
  strong: [DO_NOT_WAIT, 'If you feel very unwell and a cap is in place, take it out by its string.'],
  /** After a loss, nothing mentions a cap unless one is in. */
  afterLoss: {
    before: [
      'Messages are not for emergencies. Do not wait for a reply here if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or fever or feeling very unwell.',
    ],
    strong: [DO_NOT_WAIT],
  },
  /** Shown below mild words. */
  mild: (number: string): string =>
    number
      ? `If it gets worse, or you feel very unwell, do not wait for a reply here. Call ${number} or go to the nearest emergency room.`
      : 'If it gets worse, or you feel very unwell, do not wait for a reply here. Call your local emergency number or go to the nearest emergency room.',
  /** Everyone who starts a conversation reads this, so it must not send away someone who is well. */
  instead: (number: string): string =>
    number
      ? `Instead, call ${number} or go to the nearest emergency room.`
      : 'Instead, use your local emergency number, or go to the nearest emergency room.',
};
