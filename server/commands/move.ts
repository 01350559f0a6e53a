import { backUpSupabase } from '../backup/from-supabase.ts';
import { moveToSupabase, type MoveCounts } from '../backup/to-supabase.ts';
import { createDatabase } from '../database/database.ts';
import { CommandProblem } from './command-line.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';

const usage = `Moves the clinic between its own server and a Supabase project:
  npm run move -- to-supabase FILE      fills an empty project from a backup (npm run backup)
  npm run move -- from-supabase FILE    writes the project’s data to a backup, for npm run restore
Both need SUPABASE_DB_URL (the project's connection string, role postgres), SUPABASE_URL and SUPABASE_SECRET_KEY.`;

const DIRECTIONS: Record<string, (...clinic: Parameters<typeof moveToSupabase>) => Promise<MoveCounts>> = {
  'to-supabase': moveToSupabase,
  'from-supabase': backUpSupabase,
};

const SETTINGS = {
  SUPABASE_DB_URL: 'the project’s connection string, role postgres',
  SUPABASE_URL: 'the project’s address',
  SUPABASE_SECRET_KEY: 'a secret key of the project',
};

runCommand({
  usage,
  maxPositionals: 2,
  run: async (_, [direction, path]) => {
    const move = Object.entries(DIRECTIONS).find(([name]) => name === direction)?.[1];
    if (!move || !path) throw new CommandProblem(usage);
    const { SUPABASE_DB_URL: databaseUrl, SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = projectSettings();
    const database = createDatabase(databaseUrl, { connections: 2 });
    try {
      const moved = await move(database, { url: url.replace(/\/$/, ''), key }, path);
      print(`moved ${moved.tables} tables, ${moved.rows} rows, ${moved.files} files`);
      if (moved.missingFiles)
        print(`${moved.missingFiles} files were deleted while this ran and were not moved.`);
      return true;
    } finally {
      await database.end();
    }
  },
});

function projectSettings(): typeof SETTINGS {
  const missing = Object.entries(SETTINGS).filter(([name]) => !process.env[name]);
  if (missing.length > 0) {
    throw new CommandProblem(missing.map(([name, what]) => `${name} is missing: ${what}.`).join('\n'));
  }
  return process.env as typeof SETTINGS;
}
