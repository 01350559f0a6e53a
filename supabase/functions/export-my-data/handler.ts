import { ExportMyDataRequest } from '../../../domain/contracts/export-my-data.ts';
import { exportFile } from '../../../domain/export/file.ts';
import type { PatientRecord } from '../../../domain/export/record.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { requireAccess } from '../_shared/patient.ts';

/** The database counts, gathers what is the patient's to have, and writes down that it was taken. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ExportMyDataRequest,
  run: async ({ format }, context) => {
    await requireAccess(context);
    const { data } = await context.caller.rpc('export_my_data').throwOnError();
    return exportFile(format, data as PatientRecord, {
      siteUrl: context.portal.siteUrl,
      now: context.now().getTime(),
    });
  },
});
