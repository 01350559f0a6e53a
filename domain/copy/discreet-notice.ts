/** For a lock screen that others may see, so it doesn't say what is being timed. */
export const DISCREET_NOTICE = {
  title: 'Béa',
  body: 'Your timer has ended. Open the portal for your next step.',
};
