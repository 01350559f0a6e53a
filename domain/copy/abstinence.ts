/** For patients whose sample comes from a partner, when testing starts and on a High. */
export const ABSTINENCE = 'Before your first sample, go 2 to 7 days without ejaculation.';
