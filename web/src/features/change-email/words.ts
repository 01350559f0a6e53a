export const CANNOT_BE_USED = 'This address cannot be used.';
export const WRONG_CODE = 'This code is not right, or it no longer works.';

const HOUR_SECONDS = 3600;

export const tooOften = (seconds: number): string =>
  seconds > HOUR_SECONDS
    ? 'Too many attempts today. Please try again tomorrow.'
    : `Too many attempts. Please try again in ${seconds} seconds.`;
