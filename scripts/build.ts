import { resolve } from 'node:path';
import { CommandProblem } from '../server/commands/command-line.ts';
import { runCommand } from '../server/commands/run-command.ts';
import { buildInto, buildPortal } from '../server/portal/build.ts';
import { PORTAL } from '../server/portal/builds.ts';

runCommand({
  usage: `Builds the portal. A server that runs goes on with the build it has until it is started again.
  npm run build                      beside what is there, and switched at once
  npm run build -- --to FOLDER       as plain files, for a container or a static host`,
  options: { to: { type: 'string' } },
  run: async ({ to }) => {
    if (to === '') throw new CommandProblem('--to: a folder is needed');
    if (to) {
      await buildInto(resolve(to));
      console.log(`built into ${to}`);
    } else console.log(`${await buildPortal()}: ${PORTAL}`);
    return true;
  },
});
