import { dateAndTime } from '@/lib/dates/dates.ts';
import { CONSENT_NAMES } from '@domain/onboarding/consent-words.ts';
import type { ConsentChange } from './queries.ts';

/** Consents given and withdrawn, with their times, newest first. */
export function ConsentHistory({ changes }: { changes: readonly ConsentChange[] }) {
  if (changes.length === 0) return <p className="text-soft">Nothing has changed yet.</p>;
  return (
    <ol className="space-y-4">
      {changes.map(({ id, consent, granted, changedAt }) => (
        <li key={id}>
          <p>
            {CONSENT_NAMES[consent]}: <strong>{granted ? 'given' : 'withdrawn'}</strong>
          </p>
          <p className="text-small text-soft tabular-nums">{dateAndTime(changedAt)}</p>
        </li>
      ))}
    </ol>
  );
}
