export const PHONE_CODE_MINUTES = 10;

/** '+12125550100': with its country, as text services take it. Ten digits are an American number. Undefined where it cannot be one. */
export function phoneNumberOf(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, '');
  if (/^\d{10}$/.test(digits)) return `+1${digits}`;
  if (/^1\d{10}$/.test(digits)) return `+${digits}`;
  return /^\+[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
}
