import type { Database } from '../../database/database.ts';

/** Topics for tests: every signed-in person may send in `open:`, and only receive in `quiet:`. */
export async function openTopics(database: Database): Promise<void> {
  await database.query(`
    create policy "open to read" on realtime.messages for select to authenticated
      using (realtime.topic() like 'open:%' or realtime.topic() like 'quiet:%');
    create policy "open to write" on realtime.messages for insert to authenticated
      with check (realtime.topic() like 'open:%')`);
}
