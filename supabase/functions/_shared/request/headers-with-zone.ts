import { isNoPlace } from '../../../../domain/time/place.ts';
import { isTimeZone } from '../../../../domain/time/zone.ts';
import { zoneOf } from '../appointments/scheduling.ts';
import type { FunctionContext } from './context.ts';

const ZONE = 'x-client-timezone';

/** For messages to a patient: the zone they selected, otherwise their device's. */
export async function zoneForPatient(
  { userId, service }: Pick<FunctionContext, 'userId' | 'service'>,
  headers: Headers,
): Promise<string> {
  const { data } = await service
    .rpc('zone_for_patient', { p_user: userId, p_device: zoneOf(headers) })
    .throwOnError();
  return String(data);
}

/** A patient whose device does not say where it is, is where their record says; else times are the clinic's. */
export async function headersWithZone(
  headers: Headers,
  { userId, service }: Pick<FunctionContext, 'userId' | 'service'>,
): Promise<Headers> {
  const named = headers.get(ZONE) ?? '';
  if (userId === null || (isTimeZone(named) && !isNoPlace(named))) return headers;
  const { data } = await service.rpc('zone_for_patient', { p_user: userId }).throwOnError();
  const known = new Headers(headers);
  known.set(ZONE, String(data));
  return known;
}
