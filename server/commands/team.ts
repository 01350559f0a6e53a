import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { TEAM_OPTIONS, teamAction } from './team-options.ts';
import { commandSettings, withDatabase } from './with-database.ts';

const usage = `Who of the clinic signs in to the workspace.
  npm run team -- --list
  npm run team -- --invite --email noa@clinic.example --name "Noa Berg" --role administrator [--time-zone America/New_York]
      (coach, clinician or administrator; without a zone, the clinic's own: COACH_TIME_ZONE, or else UTC)
  npm run team -- --reset-factor --email noa@clinic.example   (a lost phone: ends what was set up)
  npm run team -- --deactivate --email noa@clinic.example     (ends sessions, second factor and bookability at once)
--invite and --reset-factor print a set-up code, once. Tell it in person: the mailbox alone sets nothing up.`;

runCommand({
  usage,
  options: TEAM_OPTIONS,
  run: async (values) => {
    print(...(await withDatabase(teamAction(values, commandSettings(), usage))));
    return true;
  },
});
