import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TeamCalendar } from '@domain/contracts/team/team-calendar.ts';
import { longDay } from '@domain/time/words.ts';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { SearchField } from '@/components/form/search-field.tsx';
import { Select } from '@/components/form/select.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords, isCode } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { foundPatientsQuery, patientToBookQuery } from './queries.ts';
import { PatientAlerts } from './patient-alerts.tsx';
import { PatientZone } from './patient-zone.tsx';
import { TimesField, type Times, type Wanted } from './times-field.tsx';

type Props = {
  /** The patient whose record led here. Without one, the dialog asks for a patient. */
  patient?: string;
  kinds: TeamCalendar['kinds'];
  zone: string;
  /** The free time that was clicked. */
  wanted?: Wanted | undefined;
  onClose: () => void;
};

/** Enough to select from. Typing more letters finds anyone else. */
const SHOWN = 8;
const MISSING = 'Please select a patient';

/** Books a call for a patient, at the times the patient would be offered. */
export function BookDialog({ patient, kinds, zone, wanted, onClose }: Props) {
  const [found, setFound] = useState<Found | null>(null);
  const [kind, setKind] = useState('');
  const [times, setTimes] = useState<Times | null>(null);
  const [asked, setAsked] = useState(false);
  const patientId = patient ?? found?.id;
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
          chosen={found}
          isMissing={asked && found === null}
          onChoose={(next) => {
            setFound(next);
            setTimes(null);
          }}
        />
      ) : (
        <KnownPatient id={patient} />
      )}
      <Select
        label="Call type"
        options={kinds.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={kind}
        error={asked && kind === '' ? 'Please select a call type' : undefined}
        onChange={({ target }) => {
          setKind(target.value);
          setTimes(null);
        }}
      />
      {found && kind && <For {...found} />}
      {patientId && <PatientAlerts id={patientId} />}
      {patientId && <PatientZone id={patientId} at={times?.startTime} />}
      {patientId && kind && (
        <TimesField
          key={`${patientId} ${kind}`}
          about={{ patientId, appointmentType: kind }}
          zone={zone}
          chosen={times}
          wanted={wanted}
          isMissing={asked}
          isTaken={isCode(error, 'slot_taken')}
          onChoose={setTimes}
        />
      )}
    </ActDialog>
  );
}

/** Names the patient before anything is booked. Someone who may not open the record is told so. */
function KnownPatient({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(patientToBookQuery(id));
  useEffect(() => checkSession(error), [error]);
  if (error) {
    return (
      <Failed title="The patient didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <LoadingBlock label="Loading the patient..." lines={1} />;
  const birthDate = (data.profile ?? data).identity?.birthDate;
  return <For {...{ ...data, birthDate }} />;
}

function For({ name, email, birthDate }: Omit<Found, 'id'>) {
  return (
    <p>
      {'For '}
      <strong className="font-semibold">{name}</strong>
      <span className="text-soft">{restOf({ email, birthDate })}</span>
    </p>
  );
}

type Found = {
  id: string;
  name: string;
  email: string | undefined;
  birthDate: string | null | undefined;
};
/** Tells apart two patients with the same name. */
const restOf = ({ email, birthDate }: Pick<Found, 'email' | 'birthDate'>): string =>
  [email && `, ${email}`, birthDate && `, born ${longDay(birthDate)}`].filter(Boolean).join('');
type Choice = { chosen: Found | null; isMissing: boolean; onChoose: (found: Found | null) => void };

function PatientChoice({ chosen, isMissing, onChoose }: Choice) {
  const [search, setSearch] = useState('');
  const found = useQuery(foundPatientsQuery(search));
  // Patients whose record the reader can't open have only a name.
  const patients: Found[] = (found.data?.patients ?? [])
    .flatMap(({ id, name, summary, administration, birthDate }) => {
      const email = (summary ?? administration)?.email;
      return email === undefined ? [] : [{ id, name, email, birthDate }];
    })
    .slice(0, SHOWN);
  return (
    <>
      <SearchField
        value={search}
        onSearch={(next) => {
          setSearch(next);
          // The selected patient must stay visible, because the next list has other people.
          if (next !== search) onChoose(null);
        }}
      />
      {search !== '' && found.data && patients.length === 0 && (
        <p className="text-small">No patients you have access to match this search.</p>
      )}
      {isMissing && patients.length === 0 && (
        <p role="alert" className="text-small text-danger">
          {MISSING}
        </p>
      )}
      {patients.length > 0 && (
        <RadioGroup
          legend="Patient"
          options={patients.map((patient) => ({
            value: patient.id,
            label: patient.name + restOf(patient),
          }))}
          value={chosen?.id ?? ''}
          error={isMissing ? MISSING : undefined}
          onChange={(id) => onChoose(patients.find((patient) => patient.id === id) ?? null)}
        />
      )}
    </>
  );
}
