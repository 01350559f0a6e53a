/** Shown above the timers. */
export const DAY_INTRO = {
  asks: 'Start each timer when you get there. They keep running if you close the page or go offline, and your other devices show them too.',
  rests: 'Your timers are saved here.',
};
