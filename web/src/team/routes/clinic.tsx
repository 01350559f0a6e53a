import { useDocumentTitle } from '@/components/layout/use-document-title.ts';
import { CallTypes } from '@/team/features/call-types/call-types.tsx';
import { Clinic } from '@/team/features/clinic/clinic.tsx';
import { CoachProfiles } from '@/team/features/clinic/coach-profiles.tsx';
import { SavedReplies } from '@/team/features/replies/saved-replies.tsx';

export default function ClinicPage() {
  useDocumentTitle('Clinic');
  return (
    <Clinic>
      <CoachProfiles />
      <CallTypes />
      <SavedReplies whose="clinic" />
    </Clinic>
  );
}
