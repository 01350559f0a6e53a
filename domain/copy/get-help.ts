/** The region above everything else when a sign is urgent. */
export const GET_HELP = {
  heading: 'Get help now',
  /** The first form is for clinics with an emergency number, the second for those without. */
  call: (number: string): string =>
    number
      ? `Call ${number} now, or go to the nearest emergency room.`
      : 'Call your local emergency number now, or go to the nearest emergency room.',
  paragraphs: ['What you describe needs urgent medical help. Do not wait for us to reply.'],
  cap: 'If a cap is in place, take it out by its string.',
  button: (number: string): string => `Call ${number}`,
};
