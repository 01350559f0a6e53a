/** For the My Account dialog that asks once before consent is withdrawn. */
export const WITHDRAW = {
  button: 'Withdraw consent',
  keep: 'Keep my consent',
  lead: 'We can’t treat you without both consents. As soon as you withdraw them:',
  stops: [
    'Your plan, results, notes and messages close.',
    'Your care team can no longer open your record.',
    'Upcoming calls are canceled.',
    'Reminders and text messages stop.',
  ],
  stays:
    'You can still download your data, delete your account, and find out how to remove a cap and get help. You can give consent again at any time.',
  done: 'Your consent is withdrawn.',
};
