import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import { CALL_OUTCOMES, CALL_OUTCOME_WORDS } from '@domain/contracts/team/team-calls.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { slotsQuery } from './queries.ts';
import { TimesField, type Times } from './times-field.tsx';
import { whenOf } from './words.ts';

type Props = { call: CalendarAppointment; zone: string; onClose: () => void };

const useCall = (onDone: () => void) => useAct({ name: 'team-calls', onDone });
const wordsOf = (error: Error | null) => (error === null ? null : failureWords(error));

const About = ({ call, zone }: Pick<Props, 'call' | 'zone'>) => (
  <p className="text-small">
    <b className="font-semibold">{call.patient.name}</b>, {whenOf(call, zone)}, with {call.host.name}
  </p>
);

export function MoveDialog({ call, zone, onClose }: Props) {
  const [times, setTimes] = useState<Times | null>(null);
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useCall(onClose);
  function send() {
    setAsked(true);
    if (times) mutate({ action: 'move', id: call.id, version: call.version, ...times });
  }
  return (
    <ActDialog
      open
      title="Reschedule"
      go="Save"
      busy={isPending}
      failure={wordsOf(error)}
      onSend={send}
      onClose={onClose}
    >
      <About {...{ call, zone }} />
      <TimesField
        about={{ moving: call.id }}
        zone={zone}
        chosen={times}
        isMissing={asked}
        onChoose={setTimes}
      />
      <p className="text-small text-soft">The patient and the hosts are told by email.</p>
    </ActDialog>
  );
}

export function GiveDialog({ call, zone, onClose }: Props) {
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState(false);
  const free = useQuery(slotsQuery({ giving: call.id }));
  const { mutate, isPending, error } = useCall(onClose);
  const colleagues = free.data?.colleagues ?? [];
  const isNobodyFree = free.data !== undefined && colleagues.length === 0;
  function send() {
    setAsked(true);
    if (to) mutate({ action: 'give', id: call.id, version: call.version, to });
  }
  return (
    <ActDialog
      open
      title="Reassign"
      go={isNobodyFree ? null : 'Save'}
      busy={isPending}
      failure={wordsOf(error ?? free.error)}
      onSend={send}
      onClose={onClose}
    >
      <About {...{ call, zone }} />
      {free.isPending && <LoadingBlock label="Loading colleagues..." lines={2} />}
      {isNobodyFree && <p>No colleague who takes this call is free then. Reschedule it or cancel it.</p>}
      {colleagues.length > 0 && (
        <Select
          label="Colleague"
          options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          value={to}
          error={asked && to === '' ? 'Please choose a colleague' : undefined}
          onChange={({ target }) => setTo(target.value)}
        />
      )}
      {!isNobodyFree && (
        <p className="text-small text-soft">The time stays. The patient and both hosts are told by email.</p>
      )}
    </ActDialog>
  );
}

export function CancelDialog({ call, zone, onClose }: Props) {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useCall(onClose);
  function send() {
    setAsked(true);
    if (words.trim()) mutate({ action: 'cancel', id: call.id, version: call.version, words: words.trim() });
  }
  return (
    <ActDialog
      open
      title="Cancel call"
      go="Cancel call"
      stay="Keep call"
      busy={isPending}
      failure={wordsOf(error)}
      onSend={send}
      onClose={onClose}
    >
      <About {...{ call, zone }} />
      <TextArea
        label="A sentence to the patient"
        hint="It stands in the email that tells them. Please leave out what the call is about: others may see it."
        maxLength={MAX_CHARACTERS}
        value={words}
        error={asked && words.trim() === '' ? 'Please write a sentence to the patient' : undefined}
        onChange={({ target }) => setWords(target.value)}
      />
    </ActDialog>
  );
}

export function OutcomeDialog({ call, zone, onClose }: Props) {
  const [outcome, setOutcome] = useState<string>(call.outcome ?? '');
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useCall(onClose);
  function send() {
    setAsked(true);
    if (outcome) mutate({ action: 'outcome', id: call.id, outcome });
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
      <About {...{ call, zone }} />
      <RadioGroup
        legend="How did the call go?"
        options={CALL_OUTCOMES.map((value) => ({ value, label: CALL_OUTCOME_WORDS[value] }))}
        value={outcome}
        onChange={setOutcome}
        error={asked && outcome === '' ? 'Please choose how it went' : undefined}
      />
    </ActDialog>
  );
}
