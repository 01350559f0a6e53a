import { CHANGED } from '@domain/copy/outcomes.ts';
import { ChoiceRow } from './choice-row.tsx';

const WAYS = [
  { ...CHANGED.ended, to: '/pregnancy-has-ended' },
  { ...CHANGED.feeling, to: '/feeling' },
  { ...CHANGED.mistake, to: '/logged-by-mistake' },
];

/** What may have changed, each with its own way on. */
export function Changes() {
  return (
    <ul className="rise max-w-xl space-y-3">
      {WAYS.map((way) => (
        <li key={way.to}>
          <ChoiceRow {...way} />
        </li>
      ))}
    </ul>
  );
}
