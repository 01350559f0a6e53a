import { useState } from 'react';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { useMinute } from '@/lib/care-team/times.ts';
import { NO_REMINDER, ReminderChoice, reminderAt } from '@/product-components/reminder-choice.tsx';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import { wordsOf } from './dialogs.tsx';
import { useDecision } from './use-decision.ts';

type Props = { item: TodayItem; zone: string; onClose: () => void };

/** Postpones an item. Its due time doesn't change. */
export function RemindDialog({ item, zone, onClose }: Props) {
  const { key, title } = item;
  const now = useMinute();
  const [reminder, setReminder] = useState(NO_REMINDER);
  const [asked, setAsked] = useState(false);
  const { decide, isPending, error, version } = useDecision(item, onClose);
  const remindAt = reminderAt(reminder, { now, zone });
  const missing = reminder.choice === '' ? 'Please select when' : 'Please select a time in the next 7 days';

  function send() {
    setAsked(true);
    if (remindAt !== null) decide({ key, version, decision: 'remind', remindAt });
  }

  return (
    <ActDialog
      open
      title={`Remind me: ${title}`}
      go="Save"
      busy={isPending}
      failure={wordsOf(error)}
      onSend={send}
      onClose={onClose}
    >
      <ReminderChoice
        {...{ now, zone }}
        value={reminder}
        onChange={setReminder}
        error={asked && remindAt === null ? missing : undefined}
      />
      <p className="text-small text-soft">
        Until then, you’ll find it under Reminders. Its due time stays the same.
      </p>
    </ActDialog>
  );
}
