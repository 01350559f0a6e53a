import { CHANGED } from '@domain/copy/outcomes.ts';
import { ChoiceRow } from './choice-row.tsx';

const ENDED = '/pregnancy-has-ended';
const WAYS = [
  { ...CHANGED.ended, to: ENDED },
  { ...CHANGED.feeling, to: '/feeling' },
  { ...CHANGED.mistake, to: '/logged-by-mistake' },
];

/** What may have changed, each with its own way on. Only a pregnancy that was found is asked about. */
export function Changes({ mayHaveEnded }: { mayHaveEnded: boolean }) {
  const ways = mayHaveEnded ? WAYS : WAYS.filter(({ to }) => to !== ENDED);
  return (
    <ul className="rise max-w-xl space-y-3">
      {ways.map((way) => (
        <li key={way.to}>
          <ChoiceRow {...way} />
        </li>
      ))}
    </ul>
  );
}
