import type { LocalDate } from '@domain/time/day.ts';
import { AssignDialog } from '../assign-dialog.tsx';
import type { WholeRecord } from '../queries.ts';
import { isCareAct } from './action-names.ts';
import { CareDialog } from './care-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { FollowUpDialog } from './follow-up-dialog.tsx';
import { KitDialog } from './kit-dialog.tsx';
import { LogDialog } from './log-dialog.tsx';
import { RemoveAlertDialog } from './remove-alert-dialog.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { WordsDialog } from './words-dialog.tsx';
import { Questionnaire } from './questionnaire.tsx';

type Props = {
  /** The panel named in the address. */
  action: string | null;
  record: WholeRecord;
  today: LocalDate;
  /** The reader's own drafts. */
  zone: string;
  /** What the action is about, from the address. */
  about: string | null;
  onClose: () => void;
  onDone: () => void;
};

/** The dialog for the pressed action. */
export function ActPanel({ action, record, today, zone, about, onClose, onDone }: Props) {
  const { id, profile, kit, questionnaire } = record;
  const given = { id, firstName: profile.firstName, onClose, onDone };
  if (action === 'contact') return <ContactDialog {...given} zone={zone} />;
  if (action === 'staff-note' || action === 'alert')
    return <WordsDialog key={action} action={action} {...given} />;
  if (action === 'remove-alert' && about)
    return <RemoveAlertDialog {...{ record, onClose, onDone }} alert={about} />;
  if (action === 'take-back' && about) return <UndoDialog {...{ record, onClose, onDone }} entryId={about} />;
  if (action === 'follow-up') return <FollowUpDialog {...{ record, today, zone, onClose, onDone }} />;
  if (action === 'identity')
    return (
      <IdentityDialog {...{ id, today, onClose, onDone }} identity={profile.identity} address={kit.address} />
    );
  if (action === 'log') return <LogDialog {...{ record, today, onClose, onDone }} />;
  if (action === 'send-kit') return <KitDialog {...given} />;
  if (action === 'questionnaire') return <Questionnaire answers={questionnaire} onClose={onClose} />;
  if (action === 'assign')
    return (
      <AssignDialog
        title="Assign coach"
        ids={[id]}
        coach={profile.coach?.id ?? null}
        onClose={onClose}
        onDone={onDone}
      />
    );
  // Shown even if the action is no longer available, because the dialog says what happened meanwhile.
  if (isCareAct(action))
    return <CareDialog key={action} act={action} {...{ record, today, zone, about, onClose, onDone }} />;
  return null;
}
