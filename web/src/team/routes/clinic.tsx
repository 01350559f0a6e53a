import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { CallTypes } from '@/team/features/call-types/call-types.tsx';
import { Clinic } from '@/team/features/clinic/clinic.tsx';
import { SavedReplies } from '@/team/features/replies/saved-replies.tsx';

export default function ClinicPage() {
  useDocumentTitle('Clinic');
  return (
    <Clinic>
      <CallTypes />
      <SavedReplies whose="clinic" />
    </Clinic>
  );
}
