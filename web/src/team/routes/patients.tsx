import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { PatientList } from '@/team/features/patients/list/patient-list.tsx';
import { PatientPage } from '@/team/features/patients/patient-page.tsx';

import { OpenItems } from '@/team/features/today/open-items.tsx';

type Props = { member: TeamSession; path: string };

/** The list, and below it a page for each patient. */
export default function Patients({ member, path }: Props) {
  const id = path.split('/')[3];
  if (!id) return <List member={member} />;
  const patient = decodeURIComponent(id);
  return (
    <PatientPage
      key={id}
      id={patient}
      member={member}
      openItems={<OpenItems patient={patient} member={member} />}
    />
  );
}

function List({ member }: Pick<Props, 'member'>) {
  useDocumentTitle('Patients');
  return <PatientList member={member} />;
}
