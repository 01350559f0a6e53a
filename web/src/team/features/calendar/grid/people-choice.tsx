import { useState } from 'react';
import type { CalendarPerson } from '@domain/contracts/team/team-calendar.ts';
import { MAX_OTHERS } from '@domain/contracts/team/team-calendar.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { CheckboxGroup } from '@/components/form/checkbox-group.tsx';

type Props = {
  /** Everyone except the calendar's owner. */
  people: readonly CalendarPerson[];
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
};

/** Selects the colleagues whose day is shown next to the person's. */
export function PeopleChoice({ people, chosen, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  if (people.length === 0) return null;
  return (
    <div className={open ? 'w-full' : ''}>
      <CompactButton look={open ? 'open' : 'outline'} aria-expanded={open} onClick={() => setOpen(!open)}>
        {chosen.length > 0 ? `People (${chosen.length + 1})` : 'People'}
      </CompactButton>
      {open && (
        <div className="mt-2 max-w-2xl rounded-card border border-line bg-card p-4">
          <CheckboxGroup
            legend="Show next to this day"
            hint={`Up to ${MAX_OTHERS} people.`}
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={(ids) => onChoose(ids.slice(0, MAX_OTHERS))}
          />
        </div>
      )}
    </div>
  );
}
