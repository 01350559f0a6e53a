import { readFile } from 'node:fs/promises';
import type { Database } from '../database/database.ts';
import { CommandProblem } from './command-line.ts';
import { invite, inviteList } from './invitations.ts';
import { print, printProblem } from './print.ts';
import { runCommand } from './run-command.ts';
import { siteAddress } from './site-address.ts';
import { commandSettings, withDatabase } from './with-database.ts';

const usage = `Invites one patient or a list. Everyone invited gets an email that says where to sign in.
  npm run invite -- --email robin@example.com --first Robin --last Castellano [--phone "+1 555 0100"] [--programme "…"]
  npm run invite -- --csv patients.csv        (header: email,first,last,phone; columns separated by , or ;)
      --open-again  also restores access for people on the list whose access was ended
      --no-mail     sends no email: write to them yourself, with the portal’s address`;

runCommand({
  usage,
  options: {
    email: { type: 'string' },
    first: { type: 'string' },
    last: { type: 'string' },
    phone: { type: 'string' },
    programme: { type: 'string' },
    csv: { type: 'string' },
    'open-again': { type: 'boolean', default: false },
    'no-mail': { type: 'boolean', default: false },
  },
  run: async ({ csv, 'open-again': openAgain, 'no-mail': noMail, ...person }) => {
    if (!csv && !person.email) throw new CommandProblem(usage);
    if (openAgain && !csv) throw new CommandProblem('--open-again: only with --csv');
    const list = csv ? await textOf(csv) : null;
    const { invited, renewed, restored, refused } = await withDatabase(async (database) => {
      const siteUrl = noMail ? null : await signInAddress(database);
      return list === null
        ? invite(database, person, 'not invited', { siteUrl })
        : inviteList(database, list, { openAgain, siteUrl });
    });
    for (const email of invited) print(`invited ${email}`);
    for (const email of renewed) print(`was already invited, now up to date: ${email}`);
    for (const email of restored) print(`access restored, with the same record: ${email}`);
    for (const { where, reason } of refused) printProblem(`${where}: ${reason}`);
    return refused.length === 0;
  },
});

async function signInAddress(database: Database): Promise<string> {
  const address = await siteAddress(database, commandSettings());
  if (address !== null) return address;
  throw new CommandProblem(
    'SITE_URL is missing: the email says where to sign in. Set it, or write to them yourself and use --no-mail.',
  );
}

/** Refuses what is not UTF-8: from another encoding, people would be invited under broken names. */
async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: Error) => {
    throw new CommandProblem(`--csv: ${file} cannot be read`, { cause });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandProblem(
      `--csv: ${file} is not UTF-8. Save it as "CSV UTF-8" so names keep their accents.`,
      { cause },
    );
  }
}
