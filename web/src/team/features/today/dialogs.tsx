import { useState } from 'react';
import { ActDialog, STAFF_ONLY } from '@/components/overlay/act-dialog.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { CALL_OUTCOME_WORDS, CALL_OUTCOMES } from '@domain/contracts/team/team-calls.ts';
import { TeamDecideRequest } from '@domain/contracts/team/team-decide.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import type { TeamToday, TodayItem } from '@domain/contracts/team/team-today.ts';
import { useDecision } from './use-decision.ts';
import { fitRoles } from './words.ts';

type Props = { item: TodayItem; onClose: () => void };

export const wordsOf = (error: Error | null) => (error === null ? null : failureWords(error));

type HandOver = Props & { colleagues: TeamToday['colleagues'] };

export function HandOverDialog({ item, colleagues, onClose }: HandOver) {
  const { key, title } = item;
  const [to, setTo] = useState('');
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState(false);
  const { decide, isPending, error, version } = useDecision(item, onClose);
  function send() {
    setAsked(true);
    const act = TeamDecideRequest.safeParse({ key, version, decision: 'hand-over', to, words });
    if (act.success) decide(act.data);
  }
  return (
    <ActDialog
      open
      title={`Hand off: ${title}`}
      go="Save"
      busy={isPending}
      failure={wordsOf(error)}
      onSend={send}
      onClose={onClose}
    >
      <Select
        label="Colleague"
        options={colleagues
          .filter(({ role }) => fitRoles(item).includes(role))
          .map(({ id, name, role }) => ({ value: id, label: `${name}, ${role}` }))}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={asked && to === '' ? 'Please select a colleague' : undefined}
      />
      <TextArea
        label="Handoff note"
        hint={STAFF_ONLY}
        maxLength={MAX_CHARACTERS}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={asked && words.trim() === '' ? 'Please enter what your colleague should know' : undefined}
      />
    </ActDialog>
  );
}

type Outcome = { call: string; onClose: () => void };

export function OutcomeDialog({ call, onClose }: Outcome) {
  const [outcome, setOutcome] = useState('');
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({ name: 'team-calls', onDone: onClose });
  function send() {
    setAsked(true);
    if (outcome) mutate({ action: 'outcome', id: call, outcome });
  }
  return (
    <ActDialog
      open
      title="Outcome"
      go="Save"
      busy={isPending}
      failure={wordsOf(error)}
      onSend={send}
      onClose={onClose}
    >
      <RadioGroup
        legend="How did the call go?"
        options={CALL_OUTCOMES.map((value) => ({ value, label: CALL_OUTCOME_WORDS[value] }))}
        value={outcome}
        onChange={setOutcome}
        error={asked && outcome === '' ? 'Please select an outcome' : undefined}
      />
    </ActDialog>
  );
}
