import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** The screen has locked: from now on the server refuses this session too, until a code from the app unlocks it. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: [],
  run: (_input, team) => team.ask('team_lock'),
});
