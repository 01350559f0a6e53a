/**
 * Shown next to words of self-harm, and to someone who is having a hard time. Kindness comes first, then the
 * number to call.
 */
export const CRISIS = {
  heading: 'You are not alone',
  kind: 'It sounds like you’re carrying something very heavy right now. We’re glad you wrote it down.',
  line: {
    /** Only some lines read texts. */
    label: (number: string, text: boolean): string => (text ? `Call or text ${number}` : `Call ${number}`),
    text: (number: string): string => `Text ${number}`,
    about: 'Someone answers at any hour, for free, and will listen.',
  },
  noLine: 'Please call a crisis line, or someone you trust. You don’t have to be alone with this.',
  /** The first form is for clinics with an emergency number, the second for those without. */
  danger: (number: string): string =>
    number
      ? `If you are in danger right now, call ${number}.`
      : 'If you are in danger right now, call your local emergency number.',
  callNumber: (number: string): string => `Call ${number}`,
  callMe: 'I want someone to call me',
  /** The care team reads these words. */
  callMeMessage: 'I want someone to call me.',
  /** `by` is '6:05 pm Eastern Time today', and null once that time has passed. */
  asked: (by: string | null): string =>
    by
      ? `Your care team knows. Someone will call you by ${by}, or write to you if we have no number for you.`
      : 'Your care team knows. Someone will call you, or write to you if we have no number for you.',
  /** The same words at night. `unread` says when someone will see it. */
  askedAtNight: (unread: string): string =>
    `We have your request. ${unread} Someone will call you after that, or write to you if we have no number for you.`,
  send: 'You can still send your message. Your care team will read it.',
  sent: 'We have your message, and your care team will read it.',
};
