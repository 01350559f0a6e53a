/** On the page of a support call, for someone whose first call with their coach is not booked yet. */
export const FIRST_COACH_CALL = {
  question: 'Is this your first call with your coach?',
  text: 'Your plan has a call for that, about the kit and your cycle. Once you’ve had it, you can move on to your first cycle.',
  book: 'Book my first coach call',
};
