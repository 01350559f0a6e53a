import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TeamCalendar } from '@domain/contracts/team-calendar.ts';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { SearchField } from '@/components/form/search-field.tsx';
import { Select } from '@/components/form/select.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { foundPatientsQuery } from './queries.ts';
import { TimesField, type Times } from './times-field.tsx';

type Props = { kinds: TeamCalendar['kinds']; zone: string; onClose: () => void };

/** Enough to choose from; whoever is not among them is found by more letters. */
const SHOWN = 8;

/** A call for a patient, at the times that they would be offered themselves. */
export function BookDialog({ kinds, zone, onClose }: Props) {
  const [search, setSearch] = useState('');
  const [patientId, setPatient] = useState('');
  const [kind, setKind] = useState('');
  const [times, setTimes] = useState<Times | null>(null);
  const [asked, setAsked] = useState(false);
  const found = useQuery(foundPatientsQuery(search));
  const { mutate, isPending, error } = useAct({ name: 'team-calls', onDone: onClose });
  // Those who may not be opened come with a name alone.
  const patients = (found.data?.patients ?? []).filter((patient) => 'summary' in patient).slice(0, SHOWN);
  function send() {
    setAsked(true);
    if (patientId && kind && times) mutate({ action: 'book', patientId, appointmentType: kind, ...times });
  }
  return (
    <ActDialog
      open
      title="Book a call"
      go="Book"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <SearchField value={search} onSearch={setSearch} />
      {search !== '' && found.data && patients.length === 0 && (
        <p className="text-small">Nobody whom you may open is found by this.</p>
      )}
      {patients.length > 0 && (
        <RadioGroup
          legend="Patient"
          options={patients.map(({ id, name, summary }) => ({
            value: id,
            label: summary ? `${name}, ${summary.email}` : name,
          }))}
          value={patientId}
          error={asked && patientId === '' ? 'Please choose a patient' : undefined}
          onChange={(id) => {
            setPatient(id);
            setTimes(null);
          }}
        />
      )}
      <Select
        label="Kind of call"
        options={kinds.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={kind}
        error={asked && kind === '' ? 'Please choose a kind of call' : undefined}
        onChange={({ target }) => {
          setKind(target.value);
          setTimes(null);
        }}
      />
      {patientId && kind && (
        <TimesField
          key={`${patientId} ${kind}`}
          about={{ patientId, appointmentType: kind }}
          zone={zone}
          chosen={times}
          isMissing={asked}
          onChoose={setTimes}
        />
      )}
    </ActDialog>
  );
}
