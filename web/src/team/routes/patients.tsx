import { lazy, Suspense } from 'react';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { PatientPage } from '@/team/features/patients/patient-page.tsx';

import { OpenItems } from '@/team/features/today/open-items.tsx';

// A record opened by its address needs nothing from the list.
const PatientList = lazy(() =>
  import('@/team/features/patients/list/patient-list.tsx').then((loaded) => ({
    default: loaded.PatientList,
  })),
);

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
  return (
    <Suspense fallback={null}>
      <PatientList member={member} />
    </Suspense>
  );
}
