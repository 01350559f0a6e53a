/** The region that stands above everything else when a sign is urgent. */
export const GET_HELP = {
  heading: 'Get help now',
  /** Where the clinic has set the number to call, and where it has not. */
  call: (number: string): string =>
    number
      ? `Call ${number} now, or go to the nearest emergency room.`
      : 'Call your local emergency number now, or go to the nearest emergency room.',
  paragraphs: ['What you describe needs urgent medical help. Do not wait for an answer from us.'],
  cap: 'If a cap is in place, take it out by its string.',
  button: (number: string): string => `Call ${number}`,
};

const SIGNS = [
  'sudden sharp or severe pain in the belly, or pain at the tip of the shoulder',
  'bleeding that soaks a pad in an hour, or large clots',
  'fainting, or feeling faint',
];

const CAP_SIGN =
  'sudden high fever, vomiting, diarrhea or a rash like sunburn after using a cap: take the cap out';

/** When to get help at once, wherever bodies are spoken of. Each line is one sign. */
export const EMERGENCY_SIGNS = {
  heading: 'Get emergency help if there is',
  signs: [...SIGNS, CAP_SIGN],
};

/** Beside a loss. With a cap in: below. */
export const EMERGENCY_SIGNS_AFTER_LOSS = {
  heading: EMERGENCY_SIGNS.heading,
  signs: [...SIGNS, 'fever, or feeling very unwell'],
};

export const signsAfterLoss = (isCapIn: boolean) =>
  isCapIn
    ? { ...EMERGENCY_SIGNS_AFTER_LOSS, signs: [...EMERGENCY_SIGNS_AFTER_LOSS.signs, CAP_SIGN] }
    : EMERGENCY_SIGNS_AFTER_LOSS;
