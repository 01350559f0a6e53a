import type { LocalDate } from '@domain/time/day.ts';
import { AssignDialog } from '../assign-dialog.tsx';
import type { WholeRecord } from '../queries.ts';
import { isCareAct } from './action-names.ts';
import { CareDialog } from './care-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { KitDialog } from './kit-dialog.tsx';
import { LogDialog } from './log-dialog.tsx';
import { Questionnaire } from './questionnaire.tsx';

type Props = {
  /** As the address has it. */
  action: string | null;
  record: WholeRecord;
  today: LocalDate;
  onClose: () => void;
  onDone: () => void;
};

/** The dialog of whatever was pressed. */
export function ActPanel({ action, record, today, onClose, onDone }: Props) {
  const { id, name, profile, questionnaire } = record;
  const given = { id, firstName: profile.firstName, onClose, onDone };
  if (action === 'contact') return <ContactDialog {...given} about={name} />;
  if (action === 'log') return <LogDialog {...given} today={today} />;
  if (action === 'send-kit') return <KitDialog {...given} />;
  if (action === 'questionnaire') return <Questionnaire answers={questionnaire} onClose={onClose} />;
  if (action === 'assign')
    return (
      <AssignDialog
        title="Assign coach"
        about={name}
        ids={[id]}
        coach={profile.coach?.id ?? null}
        onClose={onClose}
        onDone={onDone}
      />
    );
  // Also where it is not offered any more: the dialog says what happened meanwhile.
  if (isCareAct(action))
    return <CareDialog key={action} act={action} {...{ record, today, onClose, onDone }} />;
  return null;
}
