import { useState } from 'react';
import type { AppointmentTypeName, TeamPerson } from '@domain/contracts/team/team-people.ts';
import { CheckboxGroup } from '@/components/form/checkbox-group.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { person: TeamPerson; kinds: readonly AppointmentTypeName[]; onClose: () => void };

export function CallsDialog({ person, kinds, onClose }: Props) {
  const [chosen, setChosen] = useState<string[]>(person.hosts);
  const { mutate, isPending, error } = useAct({ name: 'team-people', onDone: onClose });
  return (
    <ActDialog
      open
      title={`${person.name}’s calls`}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'hosts', id: person.id, kinds: chosen })}
      onClose={onClose}
    >
      <CheckboxGroup
        legend="Which calls do they take?"
        options={kinds.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className="text-small text-soft">Calls already booked won’t change.</p>
    </ActDialog>
  );
}
