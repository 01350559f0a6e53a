import { isTimeZone } from '../../../../domain/time/zone.ts';
import { zoneOf } from '../appointments/scheduling.ts';
import type { FunctionContext } from './context.ts';

const ZONE = 'x-client-timezone';

/** For what is sent to a patient: the zone that they selected, else their device's. */
export async function zoneForPatient(
  { userId, service }: Pick<FunctionContext, 'userId' | 'service'>,
  headers: Headers,
): Promise<string> {
  const device = zoneOf(headers);
  const { data } = await service.rpc('zone_for_patient', { p_user: userId, p_device: device }).throwOnError();
  return isTimeZone(String(data)) ? String(data) : device;
}

/** A patient whose device names no zone, or an unknown one, is where their record says; else times are the clinic's. */
export async function headersWithZone(
  headers: Headers,
  { userId, service }: Pick<FunctionContext, 'userId' | 'service'>,
): Promise<Headers> {
  if (userId === null || isTimeZone(headers.get(ZONE) ?? '')) return headers;
  const { data } = await service.rpc('zone_for_patient', { p_user: userId }).throwOnError();
  // A test that was stored before zones were checked may name any text.
  if (!isTimeZone(String(data))) return headers;
  const known = new Headers(headers);
  known.set(ZONE, String(data));
  return known;
}
