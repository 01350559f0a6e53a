/**
 * The number of the person on duty, if there is one. Refused if no text could reach it, because patients
 * would rely on it.
 */
export function dutyPhoneIn(env: (name: string) => string | undefined): string | null {
  const phone = env('DUTY_PHONE');
  if (!phone) return null;
  if (!env('SMS_URL') || !env('SMS_TOKEN'))
    throw new Error('DUTY_PHONE needs SMS_URL and SMS_TOKEN: it is reached by text');
  return phone;
}
