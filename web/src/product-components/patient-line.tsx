import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { ageOn } from '@domain/time/age.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { localDate } from '@domain/time/local.ts';
import { longDay } from '@domain/time/words.ts';
import { About } from '@/components/overlay/about.ts';
import { firstLetters } from '@/lib/care-team/first-letters.ts';
import { inSightQuery, type ShownPatient } from '@/lib/care-team/in-sight-query.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { clinicZone } from '@/lib/clinic/hours.ts';
import { StatusBadge } from './status-badge.tsx';

/** 'Age 34, born March 14, 1992'; 'Age 34' where the questionnaire alone tells it, or the name says the rest. */
export function ageWords({ name, birthDate, age }: ShownPatient, today: LocalDate): string | null {
  if (birthDate) {
    const born = name.includes(', born ') ? '' : `, born ${longDay(birthDate)}`;
    return `Age ${ageOn(birthDate, today)}${born}`;
  }
  if (age === undefined) return null;
  return age === null ? 'Age unknown' : `Age ${age}`;
}

/** Who it is about, in one line; alerts below it. */
export function PatientLine({ patient, lead }: { patient: ShownPatient; lead?: string }) {
  const { name, email, birthDate, pronouns, careState, stage, alerts = [] } = patient;
  const today = localDate(useMinute(), clinicZone());
  const facts = [ageWords(patient, today), !birthDate && email && firstLetters(email), pronouns];
  return (
    <div className="text-small">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {lead && <span className="text-soft">{lead}</span>}
        <b className="font-semibold wrap-anywhere">{name}</b>
        {careState && <StatusBadge state={careState} stage={stage} />}
        <span className="text-soft tabular-nums">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      {alerts.length > 0 && (
        <p className="mt-1 flex max-h-16 items-start gap-1.5 overflow-y-auto font-semibold text-danger">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
          <span className="wrap-anywhere">
            <span className="sr-only">Alerts: </span>
            {alerts.join(' · ')}
          </span>
        </p>
      )}
    </div>
  );
}

/** The same at the top of whatever covers the page. */
export const PatientBox = ({ patient }: { patient: ShownPatient }) => (
  <div className="rounded-field bg-paper px-3 py-2">
    <PatientLine patient={patient} />
  </div>
);

type Props = { patient: { id: string } & ShownPatient; children: ReactNode };

/** Dialogs about a patient whom the page behind them does not keep in sight. */
export function AboutPatient({ patient, children }: Props) {
  const page = useContext(About);
  const { data } = useQuery({ ...inSightQuery(patient.id), enabled: page === null });
  return <About value={page ?? <PatientBox patient={{ ...patient, ...data }} />}>{children}</About>;
}
