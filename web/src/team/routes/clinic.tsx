import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { Clinic } from '@/team/features/clinic/clinic.tsx';

export default function ClinicPage() {
  useDocumentTitle('Clinic');
  return <Clinic />;
}
