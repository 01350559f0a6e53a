import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { NotLoaded } from '@/components/feedback/not-loaded.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { NoteDetail } from '@/patient/features/medical-notes/note-detail.tsx';
import { NoteList } from '@/patient/features/medical-notes/note-list.tsx';
import { medicalNotesQuery } from '@/patient/features/medical-notes/queries.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import type { PageProps } from '@/patient/pages.ts';

const PATH = '/medical-notes';
const addressOf = ({ id }: { id: string }) => `${PATH}?note=${encodeURIComponent(id)}`;

export const prefetch = ({ id }: SignedInUser) => queryClient.prefetchQuery(medicalNotesQuery(id));

export default function MedicalNotes({ title }: PageProps) {
  const user = useUser();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const query = useQuery(medicalNotesQuery(user.id));
  const { data: notes = [], error, refetch } = query;
  const isOutOfReach = query.isPending && query.isPaused;
  const isPending = query.isPending && !isOutOfReach;
  useFailureToast(error, 'Failed to load medical notes. Please try again later.');

  const open = notes.find(({ id }) => id === search.get('note'));
  return (
    <>
      <PageHeading {...(open && { hidden: 'always' })}>{title}</PageHeading>
      {isPending && <LoadingBlock lines={4} />}
      {(error || isOutOfReach) && notes.length === 0 && (
        <NotLoaded title="Your notes didn’t load." onRetry={() => void refetch()} />
      )}
      {!isPending && !isOutOfReach && !error && notes.length === 0 && <NoNotes />}
      {open && <NoteDetail key={open.id} note={open} onBack={() => navigate(PATH)} />}
      {!open && notes.length > 0 && <NoteList notes={notes} addressOf={addressOf} />}
    </>
  );
}

function NoNotes() {
  return (
    <Card>
      <EmptyState
        picture="no-notes"
        title="Your notes will be viewable once you have completed your consultation."
      />
    </Card>
  );
}
