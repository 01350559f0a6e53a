import { auditKind } from '../../../domain/clinic/settings.ts';
import { TeamClinicAnswer, TeamClinicRequest } from '../../../domain/contracts/team/team-clinic.ts';
import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

const settings = defineTeamFunction({
  method: 'GET',
  roles: ['administrator'],
  reads: [],
  run: async (_input, team) => TeamClinicAnswer.parse(await team.ask('team_clinic')),
});

const change = defineTeamFunction({
  method: 'POST',
  roles: ['administrator'],
  reads: [],
  input: TeamClinicRequest,
  run: async ({ changes }, team) => {
    const p_changes = changes.map((asked) => ({ ...asked, kind: auditKind(asked.name) }));
    return TeamClinicAnswer.parse(await team.write('team_set_clinic', { p_changes }));
  },
});

/** The clinic's settings, for administrators. */
export const handler = readAndWritten(settings, change);
