import { CLINIC_SETTINGS } from '@domain/clinic/settings.ts';
import { TeamClinicAnswer, type ChangedSetting } from '@domain/contracts/team/team-clinic.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { change: ChangedSetting; onClose: () => void };

/** Sets a setting back to what it was. That is a change like any other, with a line of its own. */
export default function UndoChange({ change: { name, before, value }, onClose }: Props) {
  const { mutate, isPending, error } = useAct({
    name: 'team-clinic',
    answer: TeamClinicAnswer,
    onDone: () => {
      onClose();
      void loadConfig();
      toast({ title: 'Change undone' });
    },
  });
  return (
    <ActDialog
      open
      title="Undo change"
      about={CLINIC_SETTINGS[name].label}
      go="Undo change"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ changes: [{ name, before: value, value: before }] })}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <dt className="text-soft">Now</dt>
        <dd className="wrap-anywhere">{value ?? DEFAULT}</dd>
        <dt className="text-soft">After undoing</dt>
        <dd className="wrap-anywhere">{before ?? DEFAULT}</dd>
      </dl>
    </ActDialog>
  );
}

const DEFAULT = 'Not set';
