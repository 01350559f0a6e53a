export const CANNOT_BE_USED = 'This address cannot be used.';
export const WRONG_CODE = 'This code is not right, or it no longer works.';
export const NOT_SENT = 'Failed to send the codes. Please try again.';
