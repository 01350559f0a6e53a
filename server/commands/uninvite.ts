import { CommandProblem } from './command-line.ts';
import { uninvite } from './invitations.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './with-database.ts';

const usage = `Ends a patient’s access right away:
  npm run uninvite -- --email robin@example.com`;

runCommand({
  usage,
  options: { email: { type: 'string' } },
  run: async ({ email }) => {
    if (!email) throw new CommandProblem(usage);
    const ended = await withDatabase((database) => uninvite(database, email));
    print(ended ? `${email} can no longer sign in` : `${email} has no invitation`);
    return ended;
  },
});
