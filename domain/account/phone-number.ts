export const PHONE_CODE_MINUTES = 10;

/**
 * '+12125550100': with its country code, as text services require. Ten digits are an American number.
 * Undefined if it can't be a number.
 */
export function phoneNumberOf(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, '');
  if (/^\d{10}$/.test(digits)) return `+1${digits}`;
  if (/^1\d{10}$/.test(digits)) return `+${digits}`;
  return /^\+[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
}

/** '(212) 555-0100': formats an American number, leaves others unchanged. */
export const phoneNumberWords = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
