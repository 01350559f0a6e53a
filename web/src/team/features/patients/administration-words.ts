import type { ListedPatient } from '@domain/contracts/team/team-patients.ts';

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

export const DELIVERY_WORDS = { sent: 'Sent', waiting: 'Waiting', parked: 'Not delivered' } as const;
