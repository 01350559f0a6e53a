import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import { CALL_OUTCOMES, CALL_OUTCOME_WORDS } from '@domain/contracts/team/team-calls.ts';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords, isCode } from '@/lib/care-team/failure-words.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { slotsQuery } from './queries.ts';
import { TimesField, type Times, type Wanted } from './times-field.tsx';
import { whenOf } from './words.ts';

type Props = {
  call: CalendarAppointment;
  zone: string;
  /** The place where it was dropped. */
  wanted?: Wanted | undefined;
  onClose: () => void;
};

const useCall = (onDone: () => void) => useAct({ name: 'team-calls', onDone });
const wordsOf = (error: Error | null) => (error === null ? null : failureWords(error));

const About = ({ call, zone }: Pick<Props, 'call' | 'zone'>) => (
  <p className="text-small">
    <b className="font-semibold">{call.patient.name}</b>, {whenOf(call, zone)}, with {call.host.name}
  </p>
);

export function MoveDialog({ call, zone, wanted, onClose }: Props) {
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
        wanted={wanted}
        isMissing={asked}
        isTaken={isCode(error, 'slot_taken')}
        onChoose={setTimes}
      />
      <p className="text-small text-soft">
        {`We’ll email ${call.patient.name}, ${call.host.name} and, if someone else takes the call, the new host.`}
      </p>
    </ActDialog>
  );
}

export function GiveDialog({ call, zone, wanted, onClose }: Props) {
  const [to, setTo] = useState(wanted?.host ?? '');
  const [asked, setAsked] = useState(false);
  const free = useQuery(slotsQuery({ giving: call.id }));
  const { mutate, isPending, error } = useCall(onClose);
  const colleagues = free.data?.colleagues ?? [];
  const chosen = colleagues.find(({ id }) => id === to);
  const isNobodyFree = free.data !== undefined && colleagues.length === 0;
  function send() {
    setAsked(true);
    if (chosen) mutate({ action: 'give', id: call.id, version: call.version, to: chosen.id });
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
      {isNobodyFree && <p>No colleague who takes this call type is free then. Reschedule or cancel it.</p>}
      {wanted && colleagues.length > 0 && !chosen && to !== '' && (
        <p role="alert" className="text-small font-semibold text-learn">
          This colleague isn’t free then, or doesn’t take this type of call.
        </p>
      )}
      {colleagues.length > 0 && (
        <Select
          label="Colleague"
          options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? ''}
          error={asked && !chosen ? 'Please select a colleague' : undefined}
          onChange={({ target }) => setTo(target.value)}
        />
      )}
      {!isNobodyFree && (
        <p className="text-small text-soft">
          {`The time stays the same. We’ll email ${call.patient.name}, ${call.host.name} and ${chosen ? chosen.name : 'the colleague'}.`}
        </p>
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
        label="Message to the patient"
        hint="We’ll include it in the cancellation email. Please don’t mention the reason for the call."
        maxLength={MAX_CHARACTERS}
        value={words}
        error={asked && words.trim() === '' ? 'Please enter a message to the patient' : undefined}
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
        error={asked && outcome === '' ? 'Please select an outcome' : undefined}
      />
    </ActDialog>
  );
}
