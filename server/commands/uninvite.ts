import { parseArgs } from 'node:util';
import { uninvite } from './invitations.ts';
import { runCommand, withDatabase } from './with-database.ts';

runCommand(async () => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const { email } = values;
  if (!email) {
    console.error('Ends a patient’s access at once:\n  npm run uninvite -- --email robin@example.com');
    return false;
  }
  const ended = await withDatabase((database) => uninvite(database, email));
  console.log(ended ? `${email} can no longer sign in` : `${email} has no invitation`);
  return ended;
});
