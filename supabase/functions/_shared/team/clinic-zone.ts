import { UNSET_CLINIC_ZONE } from '../../../../domain/time/zone.ts';
import type { FunctionContext } from '../request/context.ts';

/** For the clinic's days and due times. `private.zone_of_clinic` is the same. */
export async function clinicZone({ service }: Pick<FunctionContext, 'service'>): Promise<string> {
  const { data } = await service
    .from('clinic_settings')
    .select('value')
    .eq('name', 'clinicTimeZone')
    .maybeSingle<{ value: string | null }>()
    .throwOnError();
  return data?.value ?? UNSET_CLINIC_ZONE;
}
