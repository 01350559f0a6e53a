import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import { useWide } from '@/components/layout/use-wide.ts';
import { AboutPatient } from '@/product-components/patient-line.tsx';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { TodayAppointment } from '@domain/contracts/team/team-today.ts';
import type { Instant } from '@domain/time/instant.ts';
import { BesideRecord } from '@/team/features/call/beside-record.tsx';
import { CallPane } from '@/team/features/call/call-pane.tsx';
import { usePanes } from '@/team/features/call/panes.ts';
import { Earlier } from '@/team/features/patients/earlier.tsx';
import { InCallContext } from '@/team/features/patients/in-call.ts';
import { PatientPage } from '@/team/features/patients/patient-page.tsx';
import { OutcomeDialog } from '@/team/features/today/dialogs.tsx';

const FIRST_FIELD = 'input:not([type=date]), textarea';

type Props = { member: TeamSession; path: string };

/** One of today's calls, next to the patient's record. */
export default function Call({ member, path }: Props) {
  const id = path.split('/')[3];
  const { data: today, error, refetch } = useQuery(todayQuery());
  const now = useMinute();
  const found = today?.calls.find((call) => call.id === id && call.host.id === member.id);
  // After midnight, or if the call is canceled meanwhile, the page stays as it was.
  const [known, setKnown] = useState(found);
  if (found && found !== known) setKnown(found);
  const call = found ?? known;
  if (!call)
    return (
      <main id="main" className="mx-auto max-w-lg px-4 py-14">
        {!today && !error && <LoadingBlock label="Loading the call..." lines={6} />}
        {!today && error && (
          <Failed title="The call didn’t open" words={failureWords(error)} onRetry={() => void refetch()} />
        )}
        {today && (
          <>
            <h1 className="text-title">We can’t find this call</h1>
            <Quiet
              title="It may have been moved, canceled or reassigned."
              action={<TextLink to="/team">Back to Today</TextLink>}
            />
          </>
        )}
      </main>
    );
  return <Known call={call} member={member} now={now} />;
}

function Known({ call, member, now }: Pick<Props, 'member'> & { call: TodayAppointment; now: Instant }) {
  const { patient } = call;
  const panes = usePanes(useWide());
  const [notePlace, setNotePlace] = useState<HTMLElement | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { show } = panes;
  const inCall = useMemo(
    () => ({
      notePlace,
      onNote: () => {
        show('Note');
        // Shown first, and the next place to write.
        requestAnimationFrame(() => notePlace?.querySelector<HTMLElement>(FIRST_FIELD)?.focus());
      },
    }),
    [notePlace, show],
  );
  return (
    <>
      <BesideRecord
        name={patient.name}
        panes={panes}
        notePlace={setNotePlace}
        call={
          <CallPane
            {...{ call, member, now }}
            hint={<Earlier id={patient.id} zone={member.timeZone} />}
            onAsk={() => setIsAsking(true)}
            onJoined={() => panes.unfold('Note')}
            onNote={inCall.onNote}
          />
        }
        record={
          <InCallContext value={inCall}>
            <PatientPage id={patient.id} member={member} openItems={null} />
          </InCallContext>
        }
      />
      {isAsking && (
        <AboutPatient patient={patient}>
          <OutcomeDialog call={call.id} onClose={() => setIsAsking(false)} />
        </AboutPatient>
      )}
    </>
  );
}
