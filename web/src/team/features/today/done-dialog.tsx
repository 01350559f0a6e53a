import { useState } from 'react';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { useMinute } from '@/lib/care-team/times.ts';
import { NO_REMINDER, ReminderChoice, reminderAt } from '@/product-components/reminder-choice.tsx';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { TeamDecideRequest } from '@domain/contracts/team/team-decide.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import { asksForComment, endsOf } from '@domain/worklist/ends.ts';
import { CALL_ATTEMPTS, OUTCOME_WORDS, type Attempt, type DoneOutcome } from '@domain/worklist/outcomes.ts';
import { wordsOf } from './dialogs.tsx';
import { useDecision } from './use-decision.ts';

type Props = { item: TodayItem; zone: string; onClose: () => void };

const isAttempt = (outcome: string): outcome is Attempt =>
  (CALL_ATTEMPTS as readonly string[]).includes(outcome);

/**
 * The outcome is also logged as a contact, so no one enters it twice. Someone who wasn't reached is tried
 * again.
 */
export function DoneDialog({ item, zone, onClose }: Props) {
  const { key, title, urgent } = item;
  const now = useMinute();
  const [outcome, setOutcome] = useState('');
  const [words, setWords] = useState('');
  const [reminder, setReminder] = useState(NO_REMINDER);
  const [asked, setAsked] = useState(false);
  const { decide, isPending, error, version } = useDecision(item, onClose);
  const outcomes = [...endsOf(item).outcomes, ...CALL_ATTEMPTS];
  const isTried = isAttempt(outcome);
  const needsWords = outcome !== '' && !isTried && asksForComment(item, outcome as DoneOutcome);
  const remindAt = reminderAt(reminder, { now, zone });
  const isTimeMissing = isTried && reminder.choice !== '' && remindAt === null;

  function send() {
    setAsked(true);
    if ((needsWords && words.trim() === '') || isTimeMissing) return;
    const decided = isTried ? { decision: 'contact', remindAt } : { decision: 'done' };
    const act = TeamDecideRequest.safeParse({ key, version, ...decided, outcome, words });
    if (act.success) decide(act.data);
  }

  return (
    <ActDialog
      open
      title={`Done: ${title}`}
      go="Save"
      busy={isPending}
      failure={wordsOf(error)}
      onSend={send}
      onClose={onClose}
    >
      <RadioGroup
        legend="What was done?"
        options={outcomes.map((value) => ({ value, label: OUTCOME_WORDS[value] }))}
        value={outcome}
        onChange={setOutcome}
        error={asked && outcome === '' ? 'Please select what was done' : undefined}
      />
      {isTried && (
        <p className="text-small text-soft">
          {urgent
            ? 'We’ll record this. The item is urgent and stays on Today.'
            : 'We’ll record this, and the item stays.'}
        </p>
      )}
      {isTried && !urgent && (
        <ReminderChoice
          {...{ now, zone }}
          value={reminder}
          onChange={setReminder}
          error={asked && isTimeMissing ? 'Please select a time in the next 7 days' : undefined}
        />
      )}
      <TextArea
        label={needsWords ? 'Comment' : 'Comment (optional)'}
        hint={DOWNLOADED}
        maxLength={MAX_CHARACTERS}
        value={words}
        error={asked && needsWords && words.trim() === '' ? 'Please enter a comment' : undefined}
        onChange={(event) => setWords(event.target.value)}
      />
    </ActDialog>
  );
}
