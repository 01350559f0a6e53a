import { useState } from 'react';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import { OUTCOME_WORDS } from '@domain/worklist/outcomes.ts';
import { wordsOf } from './dialogs.tsx';
import { useDecision } from './use-decision.ts';

export type ReasonedEnd = 'kept-blocked' | 'discarded';
type Props = { item: TodayItem; outcome: ReasonedEnd; onClose: () => void };

const INTRO: Record<ReasonedEnd, string> = {
  'kept-blocked': 'The patient can’t use an applicator for now. We’ll tell them right away.',
  discarded: 'This call won’t get a note.',
};

/** Ends an item with a reason: a safety check that stays blocked, or a note that no one will write. */
export function ReasonDialog({ item, outcome, onClose }: Props) {
  const { key } = item;
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState(false);
  const { decide, isPending, error, version } = useDecision(item, onClose);
  const isMissing = words.trim() === '';

  function send() {
    setAsked(true);
    if (!isMissing) decide({ key, version, decision: 'done', outcome, words });
  }

  return (
    <ActDialog
      open
      title={OUTCOME_WORDS[outcome]}
      go={OUTCOME_WORDS[outcome]}
      busy={isPending}
      failure={wordsOf(error)}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-small text-soft">{INTRO[outcome]}</p>
      <TextArea
        label="Reason"
        hint={DOWNLOADED}
        maxLength={MAX_CHARACTERS}
        value={words}
        error={asked && isMissing ? 'Please enter a reason' : undefined}
        onChange={(event) => setWords(event.target.value)}
      />
    </ActDialog>
  );
}
