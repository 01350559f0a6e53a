import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { TEAM_OPTIONS, teamAction } from './team-options.ts';
import { commandSettings, withDatabase } from './with-database.ts';

const usage = `Manages who can sign in to the workspace.
  npm run team -- --list
  npm run team -- --invite --email noa@clinic.example --name "Noa Berg" --role administrator [--time-zone America/New_York]
      (role: coach, clinician or administrator; without a time zone, the person’s own if known, else the clinic’s,
      or Eastern Time until the clinic has one)
  npm run team -- --reset-factor --email noa@clinic.example   (for a lost phone: the old app stops working, and they set up a new one)
  npm run team -- --deactivate --email noa@clinic.example     (for someone who leaves: no more sign-in, no new calls)
--invite and --reset-factor print a setup code once; it isn’t emailed. Give the person the code in person or by phone, and say where to
enter it: at /team/sign-in, with their email address and an authenticator app on their phone.`;

runCommand({
  usage,
  options: TEAM_OPTIONS,
  run: async (values) => {
    print(...(await withDatabase(teamAction(values, commandSettings(), usage))));
    return true;
  },
});
