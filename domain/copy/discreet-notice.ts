/** For a lock screen that others may see: nothing in it says what is being timed. */
export const DISCREET_NOTICE = {
  title: 'Béa',
  body: 'Your timer has ended. Open the portal for your next step.',
};
