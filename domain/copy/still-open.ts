/** For anyone who has withdrawn a consent: what stays open. */
export const STILL_OPEN = {
  heading: 'Is a cap still in?',
  words:
    'Wash your hands, then take it out by its string within 5 hours of putting it in. The two pages below stay open, no matter what you choose here.',
  cap: 'Treatment Day',
};
