import { join, resolve } from 'node:path';
import { CommandProblem } from '../server/commands/command-line.ts';
import { runCommand } from '../server/commands/run-command.ts';
import { buildInto, buildPortal } from '../server/portal/build.ts';
import { PORTAL } from '../server/portal/builds.ts';
import { writeStaticHeaders } from '../server/portal/static-headers.ts';
import { writeStaticRedirects } from '../server/portal/static-redirects.ts';

runCommand({
  usage: `Builds the portal. A running server keeps its build until it restarts.
  npm run build                      builds alongside the current build, then switches
  npm run build -- --to FOLDER       writes plain files for a container or a static host; with VITE_SUPABASE_URL
                                     also _headers and _redirects, with what the host must send`,
  options: { to: { type: 'string' } },
  run: async ({ to }) => {
    if (to === '') throw new CommandProblem('--to: enter a folder');
    if (to) await buildTo(to, process.env['VITE_SUPABASE_URL']);
    else console.log(`${await buildPortal()}: ${PORTAL}`);
    return true;
  },
});

async function buildTo(folder: string, supabaseUrl: string | undefined): Promise<void> {
  if (supabaseUrl && !/^https?:$/.test(URL.parse(supabaseUrl)?.protocol ?? '')) {
    throw new CommandProblem(`VITE_SUPABASE_URL is not an address: ${supabaseUrl}`);
  }
  await buildInto(resolve(folder));
  console.log(`built into ${folder}`);
  if (!supabaseUrl) return;
  const policy = await writeStaticHeaders(resolve(folder), supabaseUrl);
  await writeStaticRedirects(resolve(folder));
  console.log(`The host must send what is in ${join(folder, '_headers')}, above all\n`);
  console.log(`Content-Security-Policy: ${policy}`);
}
