import { useState } from 'react';
import { TeamPeopleRequest, type TeamPerson } from '@domain/contracts/team/team-people.ts';
import { Field } from '@/components/form/field.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { ZoneField } from '@/product-components/zone-field.tsx';

type Props = { person: TeamPerson; onClose: () => void };

/** The name that patients and colleagues see, and the zone of their hours. */
export function EditDialog({ person, onClose }: Props) {
  const [name, setName] = useState(person.name);
  const [timeZone, setTimeZone] = useState(person.timeZone);
  const [wrong, setWrong] = useState<string>();
  const { mutate, isPending, error } = useAct({ name: 'team-people', onDone: onClose });

  function send() {
    const read = TeamPeopleRequest.safeParse({ action: 'edit', id: person.id, name, timeZone });
    setWrong(read.error?.issues[0]?.message);
    if (read.success) mutate(read.data);
  }

  return (
    <ActDialog
      open
      title="Edit person"
      about={person.name}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoComplete="off"
        value={name}
        error={wrong}
        onChange={({ target }) => setName(target.value)}
      />
      <ZoneField
        label="Time zone"
        hint="Their call hours keep their clock times in the new time zone."
        value={timeZone}
        onChange={({ target }) => setTimeZone(target.value)}
      />
    </ActDialog>
  );
}
