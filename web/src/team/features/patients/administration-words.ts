import type { ListedPatient } from '@domain/contracts/team-patients.ts';
import type { Instant } from '@domain/time/instant.ts';
import { shortDayOf } from '@/lib/care-team/times.ts';

type Administration = NonNullable<ListedPatient['administration']>;

export const consentWords = ({
  privacyPolicy,
  dataUse,
  research,
  texts,
}: Administration['consents']): string =>
  [privacyPolicy && dataUse ? 'Privacy and data use' : 'Missing', research && 'research', texts && 'texts']
    .filter(Boolean)
    .join(', ');

export function kitWords(
  { trackingUrl, askedAt }: Administration['kit'],
  zone: string,
  now: Instant,
): string | null {
  if (trackingUrl) return 'On its way';
  return askedAt ? `To send, asked ${shortDayOf(askedAt, zone, now).replace('Today', 'today')}` : null;
}

export const DELIVERY_WORDS = { sent: 'Sent', waiting: 'Waiting', parked: 'Not delivered' } as const;
