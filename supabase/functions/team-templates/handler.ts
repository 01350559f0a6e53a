import { TeamTemplatesAnswer, TeamTemplatesRequest } from '../../../domain/contracts/team/team-templates.ts';
import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

const templates = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician', 'administrator'],
  reads: [],
  run: async (_input, team) => TeamTemplatesAnswer.parse(await team.ask('team_templates')),
});

const change = defineTeamFunction({
  method: 'POST',
  roles: ['administrator'],
  reads: [],
  input: TeamTemplatesRequest,
  run: async (p_act, team) => TeamTemplatesAnswer.parse(await team.write('team_change_template', { p_act })),
});

/** Note templates: administrators write them, and everyone who writes notes inserts them. */
export const handler = readAndWritten(templates, change);
