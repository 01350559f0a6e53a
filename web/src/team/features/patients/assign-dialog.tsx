import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '@/components/form/select.tsx';
import { NO_COACH } from '@domain/contracts/team/team-patients.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { coachesQuery } from './queries.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = {
  title: 'Assign coach' | 'Assign to coach';
  ids: readonly string[];
  /** The current coach, if it is one patient. */
  coach?: string | null;
  onClose: () => void;
  onDone: () => void;
};

export function AssignDialog({ title, ids, coach = null, onClose, onDone }: Props) {
  const { data: coaches = [], error: notLoaded } = useQuery(coachesQuery());
  const [chosen, setChosen] = useState(coach ?? '');
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({ name: 'team-care', onDone });

  function send() {
    setAsked(true);
    const to = chosen === NO_COACH ? null : chosen;
    if (chosen) mutate({ action: 'assign', coach: to, ...(ids.length === 1 ? { id: ids[0] } : { ids }) });
  }

  return (
    <ActDialog
      open
      title={title}
      go="Save"
      busy={isPending}
      failure={(error ?? notLoaded) && failureWords(error ?? notLoaded)}
      onSend={send}
      onClose={onClose}
    >
      <Select
        label="Coach"
        options={[
          ...coaches.map(({ id, name }) => ({ value: id, label: name })),
          { value: NO_COACH, label: 'No assigned coach (shared by all coaches)' },
        ]}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        error={asked && !chosen ? 'Please select a coach' : undefined}
      />
      {ids.length > 1 && (
        <p className="text-small text-soft">{`${ids.length} patients will be assigned together.`}</p>
      )}
    </ActDialog>
  );
}
