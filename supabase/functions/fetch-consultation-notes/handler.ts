import {
  FetchConsultationNotesRequest,
  type ConsultationNote,
} from '../../../domain/contracts/patient/fetch-consultation-notes.ts';
import { defineFunction } from '../_shared/request/define-function.ts';

/** The database decides which notes the patient may read (none before consent), and logs the read. */
export const handler = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: FetchConsultationNotesRequest,
  run: async ({ reference }, { service, userId }) => {
    const { data: notes } = await service
      .rpc('read_notes_of_consultation', { p_user: userId, p_reference: reference })
      .overrideTypes<ConsultationNote[], { merge: false }>()
      .throwOnError();
    return { notes };
  },
});
