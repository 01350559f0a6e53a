import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LINKED_APPOINTMENT_TYPES } from '../../domain/booking/linked-appointment-types.ts';
import { addType, addTypeHost } from '../commands/appointment-type-actions.ts';
import type { Command } from '../commands/command-line.ts';
import { addHost, setActive, setHours, takeDaysOff, workAgain } from '../commands/hosts.ts';
import { addClinic } from '../demo/clinic.ts';
import { eventsOfStart } from '../testing/production-start.ts';
import { testDatabase } from '../testing/test-database.ts';
import { unbookableTypes } from './unbookable-types.ts';

const ROOT = join(import.meta.dirname, '../..');

async function emptyClinic() {
  const { database, remove } = await testDatabase();
  onTestFinished(remove);
  return database;
}

test('every call type that a page links to is on the list, and no other', () => {
  const sources = globSync(['domain/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
    (path) => !/\.test\.tsx?$|\/testing\//.test(path),
  );
  const linked = sources.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/appointmentType(?:=|: ['"`])([a-z][a-z-]+)/g)].map(
      ([, slug]) => slug!,
    ),
  );
  expect([...new Set(linked)].sort()).toEqual([...LINKED_APPOINTMENT_TYPES].sort());
});

test('a clinic learns what each call type lacks, one thing at a time, until it can be booked', async () => {
  const database = await emptyClinic();
  const slug = 'initial-consultation';
  const host = 'noa@clinic.example';
  const reasonNow = async () =>
    (await unbookableTypes(database)).find(({ appointmentType }) => appointmentType === slug)?.reason;
  expect((await unbookableTypes(database)).map(({ appointmentType }) => appointmentType)).toEqual(
    LINKED_APPOINTMENT_TYPES,
  );
  expect(await reasonNow()).toContain(`appointment-types -- add --slug ${slug}`);
  const rules = { minutes: '45', interaction: 'video_call' };
  await addType({ slug, name: 'Initial Consultation', description: 'A first call.', ...rules })(database);
  expect(await reasonNow()).toContain(`appointment-types -- add-host --slug ${slug}`);
  await addHost({ host, name: 'Noa Lind', role: 'clinician', zone: 'America/New_York' })(database);
  await addTypeHost({ slug, host })(database);
  expect(await reasonNow()).toContain('availability -- hours');
  await setHours({ host, days: 'mon-fri', hours: '09:00-17:00' })(database);
  expect(await reasonNow()).toBeUndefined();
  await setActive({ host }, false)(database);
  expect(await reasonNow()).toContain('no one takes it');
});

test('the demo lacks none', async () => {
  const database = await emptyClinic();
  await database.transaction(addClinic);
  expect(await unbookableTypes(database)).toEqual([]);
});

/** The commands of docs/commands.md, as an operator would copy them. */
function listedCommands() {
  const page = readFileSync(join(ROOT, 'docs/commands.md'), 'utf8').replaceAll('\\\n', ' ');
  const lines = [...page.matchAll(/^npm run (availability|appointment-types) -- (\S+) (.+)$/gm)];
  return lines.map(([, command, action, words]) => {
    const options = words!.matchAll(/--(\w+) (?:"([^"]*)"|(\S+))/g);
    return {
      action: `${command} ${action}`,
      options: Object.fromEntries([...options].map(([, name, quoted, bare]) => [name!, quoted ?? bare!])),
    };
  });
}

const ACTIONS: Record<string, (options: Record<string, string>) => Command> = {
  'availability add': addHost,
  'availability hours': setHours,
  'availability off': takeDaysOff,
  'availability on': workAgain,
  'availability leave': (options) => setActive(options, false),
  'availability return': (options) => setActive(options, true),
  'appointment-types add': addType,
  'appointment-types add-host': addTypeHost,
};

test('after the listed commands, including days off and leave, every call type can be booked', async () => {
  const database = await emptyClinic();
  for (const { action, options } of listedCommands()) await ACTIONS[action]!(options)(database);
  expect(await unbookableTypes(database)).toEqual([]);
});

test('production starts without them, says so at each start, and stops once they exist', async () => {
  const { database, url, remove } = await testDatabase();
  onTestFinished(remove);
  // Both starts on the same files, which belong to the database.
  const dataFolder = await mkdtemp(join(tmpdir(), 'bea-portal-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const complaints = async () =>
    (await eventsOfStart(url, dataFolder)).filter(({ event }) => event === 'call cannot be booked');
  expect(await complaints()).toMatchObject(
    LINKED_APPOINTMENT_TYPES.map((slug) => ({
      appointmentType: slug,
      reason: expect.stringContaining(`npm run appointment-types -- add --slug ${slug}`),
    })),
  );
  await database.transaction(addClinic);
  expect(await complaints()).toEqual([]);
});
