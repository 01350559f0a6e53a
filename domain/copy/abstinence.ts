/** To those whose sample is a partner's, when testing starts and on a High. */
export const ABSTINENCE = 'Before your first sample, leave 2 to 7 days without ejaculation.';
