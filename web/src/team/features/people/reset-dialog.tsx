import { TeamPeopleChanged, type TeamPerson } from '@domain/contracts/team/team-people.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import type { IssuedCode } from './set-up-code.tsx';

type Props = { person: TeamPerson; onClose: () => void; onReset: (issued: IssuedCode) => void };

/** For a lost or new phone. */
export function ResetDialog({ person: { id, name }, onClose, onReset }: Props) {
  const { mutate, isPending, error } = useAct({
    name: 'team-people',
    answer: TeamPeopleChanged,
    onDone: ({ setUpCode = '' }) => onReset({ name, code: setUpCode }),
  });
  return (
    <ActDialog
      open
      title="Reset sign-in app"
      go="Reset"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'reset-factor', id })}
      onClose={onClose}
    >
      <p>{`${name} will be signed out everywhere, and their current app will stop working.`}</p>
      <p>You’ll get a new setup code. Give it to them in person or by phone, so you know it’s them.</p>
    </ActDialog>
  );
}
