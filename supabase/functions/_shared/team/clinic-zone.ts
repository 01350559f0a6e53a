import type { FunctionContext } from '../request/context.ts';

/** The clinic's time zone as an administrator has set it; null until then. */
export async function clinicZone({ service }: Pick<FunctionContext, 'service'>): Promise<string | null> {
  const { data } = await service
    .from('clinic_settings')
    .select('value')
    .eq('name', 'clinicTimeZone')
    .maybeSingle<{ value: string | null }>()
    .throwOnError();
  return data?.value ?? null;
}
