import { slugOf } from '../../../domain/booking/appointment-type-slug.ts';
import { STANDARD_APPOINTMENT_TYPES } from '../../../domain/booking/standard-appointment-types.ts';
import {
  TeamAppointmentTypesAnswer,
  TeamAppointmentTypesRequest,
} from '../../../domain/contracts/team/team-appointment-types.ts';
import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

const types = defineTeamFunction({
  method: 'GET',
  roles: ['administrator'],
  reads: [],
  run: async (_input, team) => TeamAppointmentTypesAnswer.parse(await team.ask('team_edited_types')),
});

const change = defineTeamFunction({
  method: 'POST',
  roles: ['administrator'],
  reads: [],
  input: TeamAppointmentTypesRequest,
  run: async (act, team) => {
    const p_act = {
      ...act,
      ...(act.action === 'add' && { slug: slugOf(act.name) }),
      ...(act.action === 'add-standard' && { types: STANDARD_APPOINTMENT_TYPES }),
    };
    return TeamAppointmentTypesAnswer.parse(await team.write('team_change_type', { p_act }));
  },
});

/** The clinic's call types, for administrators. */
export const handler = readAndWritten(types, change);
