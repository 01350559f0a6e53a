import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { People } from '@/team/features/people/people.tsx';

export default function PeoplePage({ member }: { member: TeamSession }) {
  useDocumentTitle('People');
  return <People member={member} />;
}
