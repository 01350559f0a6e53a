import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TeamCalendar } from '@domain/contracts/team-calendar.ts';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { SearchField } from '@/components/form/search-field.tsx';
import { Select } from '@/components/form/select.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { foundPatientsQuery, patientToBookQuery } from './queries.ts';
import { TimesField, type Times } from './times-field.tsx';

type Props = {
  /** Whose record led here; without, whoever is found is chosen from. */
  patient?: string;
  kinds: TeamCalendar['kinds'];
  zone: string;
  onClose: () => void;
};

/** Enough to choose from; whoever is not among them is found by more letters. */
const SHOWN = 8;
const MISSING = 'Please choose a patient';

/** A call for a patient, at the times that they would be offered themselves. */
export function BookDialog({ patient, kinds, zone, onClose }: Props) {
  const [patientId, setPatient] = useState(patient ?? '');
  const [kind, setKind] = useState('');
  const [times, setTimes] = useState<Times | null>(null);
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({ name: 'team-calls', onDone: onClose });
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
      {patient === undefined ? (
        <PatientChoice
          chosen={patientId}
          isMissing={asked && patientId === ''}
          onChoose={(id) => {
            setPatient(id);
            setTimes(null);
          }}
        />
      ) : (
        <KnownPatient id={patient} />
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

/** Who it is for is said before anything is booked; whoever may not open the record reads so. */
function KnownPatient({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(patientToBookQuery(id));
  useEffect(() => checkSession(error), [error]);
  if (error) {
    return (
      <Failed title="The patient did not load" words={failureWords(error)} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <LoadingBlock label="Loading the patient..." lines={1} />;
  return (
    <p>
      {'For '}
      <strong className="font-semibold">{data.name}</strong>
      <span className="text-soft">{`, ${data.email}`}</span>
    </p>
  );
}

type Choice = { chosen: string; isMissing: boolean; onChoose: (id: string) => void };

function PatientChoice({ chosen, isMissing, onChoose }: Choice) {
  const [search, setSearch] = useState('');
  const found = useQuery(foundPatientsQuery(search));
  // Those who may not be opened come with a name alone.
  const patients = (found.data?.patients ?? []).filter((patient) => 'summary' in patient).slice(0, SHOWN);
  return (
    <>
      <SearchField value={search} onSearch={setSearch} />
      {search !== '' && found.data && patients.length === 0 && (
        <p className="text-small">No patient whose record you may open matches this.</p>
      )}
      {isMissing && patients.length === 0 && (
        <p role="alert" className="text-small text-danger">
          {MISSING}
        </p>
      )}
      {patients.length > 0 && (
        <RadioGroup
          legend="Patient"
          options={patients.map(({ id, name, summary }) => ({
            value: id,
            label: summary ? `${name}, ${summary.email}` : name,
          }))}
          value={chosen}
          error={isMissing ? MISSING : undefined}
          onChange={onChoose}
        />
      )}
    </>
  );
}
