import {
  FetchMedicalNotesRequest,
  type MedicalNote,
} from '../../../domain/contracts/patient/fetch-medical-notes.ts';
import { defineFunction } from '../_shared/request/define-function.ts';

/** The database decides which notes the patient may read (none before consent), and logs the read. */
export const handler = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: FetchMedicalNotesRequest,
  run: async (_input, { service, userId }) => {
    const { data: notes } = await service
      .rpc('read_medical_notes', { p_user: userId })
      .overrideTypes<MedicalNote[], { merge: false }>()
      .throwOnError();
    return { notes };
  },
});
