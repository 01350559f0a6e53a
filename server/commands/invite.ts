import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { invite, inviteList } from './invitations.ts';
import { runCommand, withDatabase } from './with-database.ts';

const USAGE = `Invites a patient, or a list of them. No mail is sent: write to them yourself, with the address of the portal.
  npm run invite -- --email robin@example.com --first Robin --last Castellano [--phone "+1 555 0100"] [--programme "…"]
  npm run invite -- --csv patients.csv        (header: email,first,last,phone)`;

runCommand(async () => {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      first: { type: 'string' },
      last: { type: 'string' },
      phone: { type: 'string' },
      programme: { type: 'string' },
      csv: { type: 'string' },
    },
  });
  const { csv, ...person } = values;
  if (!csv && !person.email) {
    console.error(USAGE);
    return false;
  }
  const list = csv ? await readFile(csv, 'utf8') : null;
  const { invited, refused } = await withDatabase((database) =>
    list === null ? invite(database, person, 'not invited') : inviteList(database, list),
  );
  for (const email of invited) console.log(`invited ${email}`);
  for (const { where, reason } of refused) console.error(`${where}: ${reason}`);
  return refused.length === 0;
});
