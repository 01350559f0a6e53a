import { ExportMyDataRequest } from '../../../domain/contracts/patient/export-my-data.ts';
import { exportFile } from '../../../domain/export/file.ts';
import type { PatientRecord } from '../../../domain/export/record.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { joinInSteps } from '../_shared/answer/join-in-steps.ts';
import { takeFromLimit } from '../_shared/request/limits.ts';
import { requireAccess } from '../_shared/patients/patient.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';

/** The database collects everything the patient may have, and logs the download. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ExportMyDataRequest,
  run: async ({ format }, context, headers) => {
    const { userId } = await requireAccess(context);
    // Logged separately, so that an interrupted export counts too.
    await takeFromLimit(context, { name: 'data-export', max: 30, seconds: 3_600 }, userId);
    const { data } = await context.service.rpc('export_my_data', { p_user: userId }).throwOnError();
    const { pieces, ...file } = exportFile(format, data as PatientRecord, {
      siteUrl: context.portal.siteUrl,
      now: context.now().getTime(),
      zone: zoneOf(headers),
    });
    return { ...file, content: await joinInSteps(pieces) };
  },
});
