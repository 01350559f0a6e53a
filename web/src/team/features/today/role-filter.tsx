import { ITEM_OWNERS, type TodayItem } from '@domain/contracts/team/team-today.ts';
import type { Owner } from './words.ts';

const NAMES: Record<Owner, string> = {
  coach: 'Coaches',
  clinician: 'Clinicians',
  administrator: 'Administrators',
  host: 'Call hosts',
};

type Props = { items: readonly TodayItem[]; role: Owner | null; onSelect: (role: Owner | null) => void };

/** Filters Today by role, if the list has items for more than one. */
export function RoleFilter({ items, role, onSelect }: Props) {
  const present = ITEM_OWNERS.filter((owner) => owner === role || items.some((item) => item.owner === owner));
  if (present.length < 2) return null;
  return (
    <label className="flex items-center gap-2 text-small md:ml-auto">
      <span className="text-soft">Role</span>
      <select
        value={role ?? ''}
        onChange={({ target }) => onSelect(present.find((owner) => owner === target.value) ?? null)}
        className="min-h-11 rounded-full border border-edge/60 bg-card px-3 font-semibold md:min-h-9"
      >
        <option value="">Everyone</option>
        {present.map((owner) => (
          <option key={owner} value={owner}>
            {NAMES[owner]}
          </option>
        ))}
      </select>
    </label>
  );
}
