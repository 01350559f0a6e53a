/** For a patient who withdrew a consent: the pages that stay open. */
export const STILL_OPEN = {
  heading: 'Is a cap still in?',
  words:
    'Wash your hands, then take it out by its string within 5 hours of putting it in. The two pages below stay open, no matter what you choose here.',
  cap: 'Treatment Day',
};
