import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { lazy, Suspense, useContext, useState, type ReactNode } from 'react';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { TextLink } from '@/components/action/link-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Breadcrumbs } from '@/components/layout/shell/breadcrumbs.tsx';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { failureWords, isCode } from '@/lib/care-team/failure-words.ts';
import { Conversation } from './messages/when-opened.tsx';
import { patientQuery, useSessionCheck } from './queries.ts';
import { InCallContext } from './in-call.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { RecordPage } from './record-page.tsx';
import { Banner } from './record/banners.tsx';
import { usePanel } from './use-panel.ts';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';

// Coaches and clinicians see the record.
const Administration = lazy(async () => ({
  default: (await import('./record/administration.tsx')).Administration,
}));

type Props = {
  id: string;
  member: TeamSession;
  /** Today's items about this patient. */
  openItems: ReactNode;
};

/** Shows what this reader may see: the record, what an administrator needs, or only name and address. */
export function PatientPage({ id, member, openItems }: Props) {
  const { data: record, error, refetch } = useQuery(patientQuery(id));
  useSessionCheck(error);
  const retry = () => void refetch();
  const title = record?.name ?? 'Patient';
  const isInCall = useContext(InCallContext) !== null;
  useDocumentTitle(isInCall ? `Call with ${title}` : title);
  return (
    <>
      {!isInCall && <WayBack title={title} />}
      {!record && !error && <LoadingBlock label="Loading the record..." lines={8} />}
      {!record && error && <NotOpened {...{ id, error, member }} onRetry={retry} />}
      {record?.access === 'identity' && (
        <div className="space-y-4">
          <Banner title="Consent missing.">
            This patient hasn’t given both consents or no longer has access. You can only see their name and
            email address.
          </Banner>
          <h1 className="text-title wrap-anywhere">{record.name}</h1>
          <p className="wrap-anywhere">{record.email}</p>
        </div>
      )}
      {record?.access === 'administration' && (
        <Suspense fallback={<LoadingBlock label="Loading the record..." lines={8} />}>
          <Administration record={record} member={member} />
        </Suspense>
      )}
      {record?.access === 'record' && <RecordPage key={id} {...{ record, member, openItems }} />}
    </>
  );
}

const WayBack = ({ title }: { title: string }) => (
  <>
    <TextLink
      to="/team/patients"
      className="mb-1 inline-flex min-h-11 items-center gap-1 text-small font-semibold text-brand-ink sm:hidden"
    >
      <ChevronLeft aria-hidden="true" className="size-4" />
      Patients
    </TextLink>
    <div className="-mt-3 mb-1 flex max-sm:hidden">
      <Breadcrumbs trail={[{ label: 'Patients', to: '/team/patients' }]} title={title} />
    </div>
  </>
);

type Refused = Omit<Props, 'openItems'> & { error: Error; onRetry: () => void };

function NotOpened({ id, member, error, onRetry }: Refused) {
  const [asking, setAsking] = useState(false);
  const { action, note, close } = usePanel();
  if (isCode(error, 'reason_required')) {
    return (
      <>
        <h1 className="text-title">Another coach’s patient</h1>
        <p className="mt-2 mb-4">
          This patient is assigned to a colleague. To open the record, enter a reason.
        </p>
        <CompactButton look="primary" onClick={() => setAsking(true)}>
          Open with a reason
        </CompactButton>
        {/* After half of its reply time, a message is for every coach. The record isn't. */}
        {action === 'messages' && note && (
          <div className="mt-5 max-w-[40rem] space-y-4">
            <p>You can reply to the message below without opening the record.</p>
            <Conversation thread={note} member={member} onClose={close} />
          </div>
        )}
        {asking && (
          <ReasonDialog
            patient={{ id, name: null }}
            onClose={() => setAsking(false)}
            onOpened={() => {
              setAsking(false);
              onRetry();
            }}
          />
        )}
      </>
    );
  }
  const isUnknown = isCode(error, 'not_allowed') || isCode(error, 'invalid_input');
  return (
    <>
      <h1 className="text-title">{isUnknown ? 'We can’t find this patient' : 'Patient'}</h1>
      {isUnknown ? (
        <Quiet title={failureWords(error)} action={<TextLink to="/team/patients">Patients</TextLink>} />
      ) : (
        <Failed title="The record didn’t load" words={failureWords(error)} onRetry={onRetry} />
      )}
    </>
  );
}
