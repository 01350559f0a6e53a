/** My Account: the number for texts and calls. */
export const PHONE_NUMBER = {
  title: 'Phone number',
  none: 'We have no phone number for you.',
  about: 'For calls about your care, and for texts if you agree to them.',
  changedByTeam: (sendsTexts: boolean): string =>
    sendsTexts
      ? "Your care team changed this number. To get texts, select 'Change phone number' and confirm it."
      : 'Your care team changed this number.',
  add: 'Add a phone number',
  change: 'Change phone number',
  label: 'Phone number',
  hint: "We'll text it a code to confirm it's yours.",
  sendCode: 'Text me a code',
  sent: (phone: string, minutes: number): string =>
    `We texted a code to ${phone}. It works for ${minutes} minutes.`,
  code: 'Confirmation code',
  confirm: 'Confirm number',
  again: 'Send another code',
  cancel: 'Cancel',
  confirmed: { title: 'Phone number confirmed', description: "We'll use it from now on." },
  codeFailed: "We couldn't send a code. Please try again.",
  confirmFailed: "We couldn't confirm the number. Please try again.",
  notLoaded: "Your phone number can't be shown right now. Please try again later.",
  /** Shown before the link to write to the clinic, if the clinic sends no texts. */
  elsewhere: 'To change it,',
  write: 'write to us',
};
