import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { TEAM_OPTIONS, teamAction } from './team-options.ts';
import { commandSettings, withDatabase } from './with-database.ts';

const usage = `Who of the clinic signs in to the workspace.
  npm run team -- --list
  npm run team -- --invite --email noa@clinic.example --name "Noa Berg" --role administrator [--time-zone America/New_York]
      (coach, clinician or administrator; without a zone, the one that is known of the person, or else the clinic's:
      CLINIC_TIME_ZONE, or UTC)
  npm run team -- --reset-factor --email noa@clinic.example   (a lost phone: the app stops working, and a new one is set up)
  npm run team -- --deactivate --email noa@clinic.example     (somebody leaves: no sign-in, no new calls, from now on)
--invite and --reset-factor print a setup code, once; it is in no mail. Tell the person the code in person, and where to
enter it: at /team/sign-in, with their email address and an authenticator app on their phone.`;

runCommand({
  usage,
  options: TEAM_OPTIONS,
  run: async (values) => {
    print(...(await withDatabase(teamAction(values, commandSettings(), usage))));
    return true;
  },
});
