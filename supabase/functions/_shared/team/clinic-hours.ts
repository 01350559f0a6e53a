import type { ClinicHours } from '../../../../domain/coach/clinic-hours.ts';
import { hoursFromSettings } from '../../../../domain/coach/hours-settings.ts';
import type { FunctionContext } from '../request/context.ts';

const NAMES = ['clinicTimeZone', 'careHours', 'careDays', 'replyHours'];

/** For the clinic's days and due times. `private.zone_of_clinic` has the same zone. */
export async function clinicHours({ service }: Pick<FunctionContext, 'service'>): Promise<ClinicHours> {
  const { data } = await service
    .from('clinic_settings')
    .select('name,value')
    .in('name', NAMES)
    .not('value', 'is', null)
    .throwOnError();
  const rows = data as { name: string; value: string }[];
  return hoursFromSettings(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
}
