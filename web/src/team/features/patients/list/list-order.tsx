import type { ListQuery } from './address.ts';
import { useId } from 'react';
import { compactLook } from '@/components/action/compact-button.tsx';

const ORDERS = { name: 'Name', 'last-log': 'Last log', 'next-call': 'Next call', attention: 'Attention' };

type Props = { query: ListQuery; onChange: (change: ListQuery) => void };

/** The filter 'Needs attention', and the sort order. */
export function ListOrder({ query, onChange }: Props) {
  const id = useId();
  const isNeeded = query.attention !== undefined;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <button
        type="button"
        aria-pressed={isNeeded}
        onClick={() => onChange({ attention: isNeeded ? '' : 'needed' })}
        className={compactLook(isNeeded ? 'open' : 'outline')}
      >
        Needs attention
      </button>
      <div className="flex items-center gap-2 text-small">
        <label htmlFor={id} className="font-semibold">
          Sort by
        </label>
        <select
          id={id}
          value={query.sort ?? 'name'}
          onChange={({ target }) => onChange({ sort: target.value === 'name' ? '' : target.value })}
          className="press min-h-11 rounded-field border border-edge bg-card px-3"
        >
          {Object.entries(ORDERS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
