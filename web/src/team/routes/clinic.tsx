import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { Clinic } from '@/team/features/clinic/clinic.tsx';
import { SavedReplies } from '@/team/features/replies/saved-replies.tsx';

export default function ClinicPage() {
  useDocumentTitle('Clinic');
  return (
    <Clinic>
      <SavedReplies whose="clinic" />
    </Clinic>
  );
}
