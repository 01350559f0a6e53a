import { useState } from 'react';
import type { TeamPerson } from '@domain/contracts/team/team-people.ts';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { ROLES } from './words.ts';

export function RoleDialog({ person, onClose }: { person: TeamPerson; onClose: () => void }) {
  const [role, setRole] = useState<string>(person.role);
  const { mutate, isPending, error } = useAct({ name: 'team-people', onDone: onClose });
  return (
    <ActDialog
      open
      title={`${person.name}’s role`}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => (role === person.role ? onClose() : mutate({ action: 'role', id: person.id, role }))}
      onClose={onClose}
    >
      <RadioGroup
        legend="Role"
        options={ROLES.map(({ value, label, hint }) => ({ value, label: `${label}: ${hint}` }))}
        value={role}
        onChange={setRole}
      />
      <p className="text-small text-soft">
        A new coach or clinician can open records after a clinician agrees, on Today.
      </p>
    </ActDialog>
  );
}
