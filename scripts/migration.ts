import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandProblem } from '../server/commands/command-line.ts';
import { runCommand } from '../server/commands/run-command.ts';
import { BASELINE } from '../server/database/baseline.ts';
import { differencesOf, migrationOf } from './schemas/difference.ts';
import { schemasAsSql } from './schemas/files.ts';
import { bothCatalogs } from './schemas/two-databases.ts';

const MIGRATIONS = join(import.meta.dirname, '../supabase/migrations');

runCommand({
  usage: `Writes the next file of supabase/migrations from what changed in supabase/schemas.
  npm run migration -- NAME        functions, views, triggers, policies and grants are written for you; a change of a table is
                                   named in a comment, and you write it
  npm run migration -- baseline    makes the first file again, while it is the only one`,
  maxPositionals: 1,
  run: async (_options, [name]) => {
    if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
      throw new CommandProblem('Enter a name in lowercase: npm run migration -- reminders_by_text');
    }
    const file = name === 'baseline' ? writeBaseline() : await writeNext(name);
    console.log(file ?? 'Nothing in supabase/schemas has changed.');
    return true;
  },
});

function writeBaseline(): string {
  const others = readdirSync(MIGRATIONS).filter((file) => file !== `${BASELINE}_baseline.sql`);
  if (others.length > 0) throw new CommandProblem(`Never edit the baseline: ${others[0]} builds on it.`);
  const first =
    '-- Generated from supabase/schemas by `npm run migration -- baseline`. Never edited: a change is the next file.';
  return write(`${BASELINE}_baseline.sql`, `${first}\n\n${schemasAsSql()}`);
}

async function writeNext(name: string): Promise<string | null> {
  const { now, wanted } = await bothCatalogs();
  const differences = differencesOf(now, wanted);
  if (differences.length === 0) return null;
  const moment = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const file = `${moment}_${name}.sql`;
  if (existsSync(join(MIGRATIONS, file))) throw new CommandProblem(`${file} exists.`);
  return write(file, `${migrationOf(differences)}\n`);
}

function write(file: string, text: string): string {
  writeFileSync(join(MIGRATIONS, file), text);
  return `supabase/migrations/${file}`;
}
