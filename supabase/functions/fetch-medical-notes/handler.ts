import { FetchMedicalNotesRequest, type MedicalNote } from '../../../domain/contracts/fetch-medical-notes.ts';
import { defineFunction } from '../_shared/define-function.ts';

/** The policies decide which notes are the patient's to read: none before consent. */
export const handler = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: FetchMedicalNotesRequest,
  run: async (_input, { caller, service, userId }) => {
    const { data: notes } = await caller
      .from('medical_notes')
      .select('id, title, date:noted_on, content')
      .eq('user_id', userId)
      .order('noted_on', { ascending: false })
      .order('created_at', { ascending: false })
      .overrideTypes<MedicalNote[], { merge: false }>()
      .throwOnError();
    // No notes leave before it is written down that they were read.
    if (notes.length > 0) {
      await service.rpc('note_read', { p_kind: 'medical_notes', p_subject: userId }).throwOnError();
    }
    return { notes };
  },
});
