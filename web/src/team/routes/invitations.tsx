import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { Invitations } from '@/team/features/invitations/invitations.tsx';

export default function InvitationsPage({ member }: { member: TeamSession }) {
  useDocumentTitle('Invitations');
  return <Invitations member={member} />;
}
