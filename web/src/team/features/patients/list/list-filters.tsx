import { useQuery } from '@tanstack/react-query';
import { Select } from '@/components/form/select.tsx';
import { NO_COACH } from '@domain/contracts/team/team-patients.ts';
import type { TeamRole } from '@domain/contracts/team/team-session.ts';
import { coachesQuery } from '../queries.ts';
import { filtersFor, type ListQuery } from './address.ts';

const ANY = 'any';
type Option = { value: string; label: string };
const numbered = (word: string, numbers: number[]): Option[] =>
  numbers.map((number) => ({ value: String(number), label: `${word} ${number}` }));

type Props = { role: TeamRole; query: ListQuery; onChange: (change: ListQuery) => void };

/** Kept in the address, so that a list can be bookmarked or shared. */
export function ListFilters({ role, query, onChange }: Props) {
  const { data: coaches = [] } = useQuery(coachesQuery());
  const filters: Record<string, { label: string; any: string; options: Option[] }> = {
    stage: { label: 'Stage', any: 'Any', options: numbered('Stage', [1, 2, 3, 4]) },
    cycle: { label: 'Cycle', any: 'Any', options: numbered('Cycle', [1, 2, 3]) },
    coach: {
      label: 'Coach',
      any: 'Anyone',
      options: [
        ...coaches.map(({ id, name }) => ({ value: id, label: name })),
        { value: NO_COACH, label: 'Unassigned' },
      ],
    },
    status: {
      label: 'Status',
      any: 'Any',
      options: ['Active', 'Paused', 'Pregnant', 'Withdrawn'].map((value) => ({ value, label: value })),
    },
  };
  return (
    <div className="grid min-w-0 grow gap-3 max-lg:w-full max-sm:grid-cols-2 sm:auto-cols-fr sm:grid-flow-col lg:max-w-160">
      {filtersFor(role).map((name) => {
        const { label, any, options } = filters[name]!;
        return (
          <Select
            key={name}
            className="min-w-0 max-sm:only:col-span-2"
            label={label}
            options={[{ value: ANY, label: any }, ...options]}
            value={query[name] ?? ANY}
            onChange={({ target }) => onChange({ [name]: target.value === ANY ? '' : target.value })}
          />
        );
      })}
    </div>
  );
}
