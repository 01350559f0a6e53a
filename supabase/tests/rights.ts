import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Area, TableOf } from './areas.ts';
import { gatherPeople, REFUSED, uninvite, type People, type Person } from './people.ts';
import { keepRecord, openClinic } from './records.ts';

const COMMANDS = ['select', 'insert', 'update', 'delete'] as const;
const NAMES = ['owner', 'stranger', 'newcomer', 'uninvited', 'anonymous', 'service'] as const;
type Command = (typeof COMMANDS)[number];
type Name = (typeof NAMES)[number];

/** The owner of the rows a command reaches. A code if it is refused for another reason than permission. */
export type Reach = 'refused' | 'none' | 'own' | 'all' | (string & {});

export type Trial = {
  /** The row's owner. Null for rows that belong to no one. */
  belongsTo?: 'user_id' | 'subject_id' | null;
  /** $1 is whom the row is for. */
  insert: string;
  set: string;
  may: Record<Name, Record<Command, Reach>>;
};

export const NOTHING: Record<Command, Reach> = reach('refused', 'refused', 'refused', 'refused');
export const EVERYTHING: Record<Command, Reach> = reach('all', 'all', 'all', 'all');

/** In the order of COMMANDS. */
export function reach(select: Reach, insert: Reach, update: Reach, remove: Reach): Record<Command, Reach> {
  return { select, insert, update, delete: remove };
}

const OWN = reach('own', 'refused', 'refused', 'refused');

/** Patients read what is theirs while they are invited, the service reads all, and no one writes. */
export const READ_ALONE: Trial['may'] = {
  owner: OWN,
  stranger: OWN,
  newcomer: OWN,
  uninvited: reach('none', 'refused', 'refused', 'refused'),
  anonymous: NOTHING,
  service: reach('all', 'refused', 'refused', 'refused'),
};

/** Not even the database's owner does any of these. */
export async function expectAppendOnly(
  { database }: People,
  table: string,
  statements: string[],
): Promise<void> {
  for (const text of statements) {
    await expect(database.query(text)).rejects.toMatchObject({
      code: REFUSED,
      message: `${table} is append-only`,
    });
  }
}

/** The people of one test file, and one test for each of its tables and each person. */
export function testRights<A extends Area>(_area: A, trials: Record<TableOf<A>, Trial>): { people: People } {
  const scene = {} as { people: People };
  beforeAll(async () => {
    scene.people = await gatherPeople();
    const { database } = scene.people;
    await openClinic(database);
    for (const name of ['owner', 'stranger', 'newcomer', 'uninvited'] as const) {
      await keepRecord(database, scene.people[name], `mark-of-${name}`);
    }
    await uninvite(database, scene.people.uninvited);
  });
  afterAll(() => scene.people.leave());

  for (const [table, trial] of Object.entries<Trial>(trials)) {
    test.each(NAMES)(`what becomes of ${table} in the hands of: %s`, async (name) => {
      expect(await observe(scene.people, scene.people[name], table, trial)).toEqual(trial.may[name]);
    });
  }
  return scene;
}

async function observe(people: People, person: Person, table: string, trial: Trial) {
  const reached = await reachOf(people, person, table, trial.belongsTo);
  return {
    select: reached(await person.may(`select * from public.${table}`)),
    insert: await insertReach(people, person, trial.insert),
    update: reached(await person.may(`update public.${table} set ${trial.set}`)),
    delete: reached(await person.may(`delete from public.${table}`)),
  };
}

async function reachOf(people: People, person: Person, table: string, belongsTo: Trial['belongsTo']) {
  const column = belongsTo === undefined ? 'user_id' : belongsTo;
  const own = column ? `count(*) filter (where ${column} = $1)` : '0 * count($1::uuid)';
  const { rows } = await people.database.query<{ own: number; total: number }>(
    `select (${own})::int as own, count(*)::int as total from public.${table}`,
    [person.id],
  );
  const { own: ownRows, total } = rows[0]!;
  // With nothing in the table, or no one else's rows, a test would prove nothing.
  expect(total).toBeGreaterThan(ownRows);
  return (outcome: number | string): Reach => {
    if (outcome === REFUSED) return 'refused';
    if (outcome === 0) return 'none';
    if (outcome === total) return 'all';
    return outcome === ownRows ? 'own' : String(outcome);
  };
}

async function insertReach(people: People, person: Person, text: string): Promise<Reach> {
  const insertFor = (id: string) => person.may(text, text.includes('$1') ? [id] : []);
  const forAnother = await insertFor(person.name === 'owner' ? people.stranger.id : people.owner.id);
  const forSelf = person.id === null ? forAnother : await insertFor(person.id);
  if (typeof forAnother === 'number' && typeof forSelf === 'number') return 'all';
  if (forAnother !== REFUSED) return `for another: ${forAnother}`;
  if (typeof forSelf === 'number') return 'own';
  return forSelf === REFUSED ? 'refused' : forSelf;
}
