export const CANNOT_BE_USED = 'This address cannot be used.';
export const WRONG_CODE = 'That code is wrong or has expired.';
export const NOT_SENT = 'Failed to send the codes. Please try again.';
