import {
  FetchAppointmentTypeRequest,
  type AppointmentType,
} from '../../../domain/contracts/patient/fetch-appointment-type.ts';
import { isSlug, unknownType } from '../_shared/appointments/scheduling.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { requireAccess } from '../_shared/patients/patient.ts';

const COLUMNS = `id, slug, name, description, duration:duration_minutes, interactionType:interaction_type,
  horizonDays:horizon_days, minimumNoticeMinutes:minimum_notice_minutes`;

export const handler = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: FetchAppointmentTypeRequest,
  run: async ({ appointmentType: slug }, context) => {
    await requireAccess(context);
    if (!isSlug(slug)) throw unknownType();
    const [{ data: type }, { data: host }] = await Promise.all([
      context.service
        .from('appointment_types')
        .select(COLUMNS)
        .eq('slug', slug)
        .maybeSingle<AppointmentType>()
        .throwOnError(),
      context.service.rpc('call_host', { p_user: context.userId, p_slug: slug }).throwOnError(),
    ]);
    const { isOffered, name, others, ownCoach } = host as {
      isOffered: boolean;
      name: string | null;
      others: boolean | null;
      ownCoach: string | null;
    };
    if (!type || !isOffered) throw unknownType();
    return {
      ...type,
      ...(name !== null && { hostName: name }),
      ...(others === true && { others }),
      ...(ownCoach !== null && { ownCoach }),
    };
  },
});
