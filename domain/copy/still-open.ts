/** For whoever has withdrawn a consent: what stays open. */
export const STILL_OPEN = {
  heading: 'Is a cap still in?',
  words:
    'Take it out by its string within 5 hours. Wash your hands first. The two pages below stay open, whatever you choose here.',
  cap: 'Treatment Day',
};
