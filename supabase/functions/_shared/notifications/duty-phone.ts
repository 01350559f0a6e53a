/**
 * If someone is reached at any hour. Refused if no text would reach it, because patients would count on it.
 */
export function dutyPhoneIn(env: (name: string) => string | undefined): string | null {
  const phone = env('DUTY_PHONE');
  if (!phone) return null;
  if (!env('SMS_URL') || !env('SMS_TOKEN'))
    throw new Error('DUTY_PHONE needs SMS_URL and SMS_TOKEN: it is reached by text');
  return phone;
}
