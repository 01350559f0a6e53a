export type EmergencySigns = { heading: string; signs: readonly string[] };

const SIGNS = [
  'sudden sharp or severe pain in the belly, or pain at the tip of the shoulder',
  'bleeding that soaks a pad in an hour, or large clots',
  'fainting, or feeling faint',
];

const CAP_SIGN =
  'sudden high fever, vomiting, diarrhea or a rash like sunburn after using a cap: take the cap out';

/** When to get help right away, on every page about the body. Each line is one sign. */
export const EMERGENCY_SIGNS: EmergencySigns = {
  heading: 'Get emergency help if you have',
  signs: [...SIGNS, CAP_SIGN],
};

/** Shown below the signs: the number to call, or how else to get help if no number is set. */
export const EMERGENCY_HELP = {
  call: (number: string): string => `Call ${number}`,
  noNumber: 'Call your local emergency number, or go to the nearest emergency room.',
};

/** For a pregnancy, from its first day. */
export const PREGNANCY_SIGNS =
  'Always have bleeding checked. Get emergency help for sudden or severe belly pain, pain at the tip of your shoulder, fainting, or bleeding that soaks a pad in an hour.';

/** Shown next to a loss. */
export const EMERGENCY_SIGNS_AFTER_LOSS: EmergencySigns = {
  heading: EMERGENCY_SIGNS.heading,
  signs: [...SIGNS, 'fever, or feeling very unwell'],
};

/** While a cap is in, these signs mention the cap too. */
export const signsAfterLoss = (isCapIn: boolean): EmergencySigns =>
  isCapIn
    ? { ...EMERGENCY_SIGNS_AFTER_LOSS, signs: [...EMERGENCY_SIGNS_AFTER_LOSS.signs, CAP_SIGN] }
    : EMERGENCY_SIGNS_AFTER_LOSS;
