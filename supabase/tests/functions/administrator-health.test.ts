import { expect, test } from 'vitest';
import { loadHandlers } from '../../../server/functions/handlers.ts';
import { privateChannel, realtimeOf, refusalOf } from '../../../server/realtime/testing/clients.ts';
import type { TestServer } from '../../../server/testing/test-server.ts';
import { DAY, MINUTE, instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { ask, twoClinics, work, type Asked, type Clinic } from './testing/two-clinics.ts';
import { LATER } from './testing/team-calls.ts';
import { keepHealth, tablesWithoutHealth } from './testing/health.ts';

/**
 * What an administrator can tell apart in two clinics that differ only in health data. Everything else is
 * byte for byte equal.
 */
const MUST_DIFFER = {
  undeliveredEmail: {
    shownBy: ['team-access-log', 'team-patient', 'team-patients', 'team-today'],
    because:
      'the office corrects an address that emails do not reach; it hears of it on the next day, and not what the email was about',
  },
  failedAlarm: {
    shownBy: ['team-today'],
    because: 'the office sees to it that texts to the duty phone go out; it does not hear whom one was about',
  },
};

/**
 * Requests of an administrator's screens, and of anyone with their token. Reads first, then every possible
 * change.
 */
function requests({ ada, bea, coach, colleague, calls, appointmentType }: Clinic): Asked[] {
  const day = isoFromInstant(LATER).slice(0, 10);
  const searched = { searchFrom: isoFromInstant(LATER), searchUntil: isoFromInstant(LATER + DAY) };
  const get = (name: string, query: Record<string, string> = {}): Asked => ({ name, query });
  const post = (name: string, body: object): Asked => ({ name, body });
  const week = { from: isoFromInstant(Date.now() - 3 * DAY).slice(0, 10), until: day };
  return [
    get('team-session'),
    get('team-today'),
    get('team-patients'),
    get('team-patients', { search: 'ada' }),
    get('team-patients', { status: 'Pregnant' }),
    get('team-patients', { stage: '3' }),
    get('team-patients', { cycle: '2' }),
    get('team-patients', { coach: coach.person }),
    get('team-patients', { page: '2' }),
    get('team-patient', { id: ada.id }),
    get('team-patient', { id: bea.id }),
    get('team-coaches'),
    ...[coach, colleague].map(({ person }) => get('team-calendar', { person, ...week })),
    get('team-slots', { moving: calls.upcoming, ...searched }),
    get('team-slots', { moving: calls.past, ...searched }),
    get('team-slots', { giving: calls.upcoming }),
    get('team-slots', { patientId: ada.id, appointmentType, ...searched }),
    get('team-invitations'),
    get('team-invitations', { search: 'ada' }),
    get('team-people'),
    get('team-email-change'),
    get('team-schedules'),
    get('team-clinic'),
    get('team-appointment-types'),
    post('team-appointment-types', { action: 'hide', id: ada.id, version: 1 }),
    get('team-templates'),
    get('team-replies'),
    post('team-replies', { action: 'remove', id: ada.id, version: 1 }),
    post('team-templates', { action: 'remove', id: ada.id, version: 1 }),
    post('team-clinic', { changes: [] }),
    get('team-access-log'),
    get('team-access-log', { patient: ada.id }),
    get('team-access-log', { search: 'ada' }),
    get('team-access-log', { person: coach.person }),
    post('team-session', {}),
    post('team-set-up', { setUpCode: 'ABCDEFGH23' }),
    ...['take', 'reopen'].map((decision) =>
      post('team-decide', { key: `positive-test:${ada.id}`, decision }),
    ),
    post('team-decide', { key: `kit-to-send:${bea.id}`, decision: 'take' }),
    ...[calls.past, calls.upcoming].flatMap((id) => [
      post('team-calls', { action: 'outcome', id, outcome: 'took-place' }),
      post('team-calls', { action: 'move', id, version: 7, startTime: searched.searchFrom }),
      post('team-calls', { action: 'move', id, startTime: isoFromInstant(LATER + DAY / 24) }),
      post('team-calls', { action: 'give', id, to: colleague.person }),
      post('team-calls', { action: 'give', id, to: ada.id }),
      post('team-calls', { action: 'cancel', id, words: 'We are sorry.' }),
    ]),
    post('team-calls', {
      action: 'book',
      patientId: ada.id,
      appointmentType,
      startTime: searched.searchFrom,
      endTime: searched.searchUntil,
    }),
    post('team-calls', {
      action: 'book',
      patientId: ada.id,
      appointmentType,
      startTime: isoFromInstant(LATER + DAY),
      endTime: isoFromInstant(LATER + DAY + 30 * MINUTE),
    }),
    post('team-hours', { person: colleague.person, hours: [{ weekday: 1, from: '09:00', until: '12:00' }] }),
    post('team-absences', { action: 'add', person: colleague.person, from: day, until: day }),
    ...[ada, bea].flatMap(({ id }) => [
      post('team-identity', { id, pronouns: 'she/her', birthDate: '1990-01-02' }),
      post('team-kits', { id, trackingUrl: 'https://parcels.example/1', sentOn: week.from, seen: 'none' }),
      post('team-kits', { id, trackingUrl: 'https://parcels.example/1', sentOn: week.from, seen: null }),
    ]),
    ...[ada, bea].map(({ id }) =>
      post('team-email-change', {
        action: 'ask',
        patient: id,
        email: `new-${id}@example.com`,
        howChecked: 'Called',
      }),
    ),
    post('team-people', { action: 'hosts', id: colleague.person, kinds: [appointmentType] }),
    post('team-invitations', { action: 'send-again', email: 'not-yet@example.com' }),
    get('team-today'),
    get('team-access-log'),
  ];
}

/** Every id that both clinics had before they diverged. */
async function knownIds({ database }: TestServer): Promise<Set<string>> {
  const { rows: columns } = await database.query<{ text: string }>(
    `select format('select %I::text as id from %I.%I where %1$I is not null', attname, nspname, relname) as text
     from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'auth') and relkind = 'r' and atttypid = 'uuid'::regtype and not attisdropped`,
  );
  const { rows } = await database.query<{ id: string }>(columns.map(({ text }) => text).join(' union '));
  return new Set(rows.map(({ id }) => id));
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;

/** The clinics are asked one after the other, so timestamps of the request and ids it created differ. */
const sameMoments = (text: string, { known, since }: { known: Set<string>; since: number }) =>
  text
    .replaceAll(UUID, (id) => (known.has(id) ? id : '<new>'))
    .replaceAll(MOMENT, (moment) => (instantFromIso(moment) >= since ? '<now>' : moment))
    .replaceAll(/"\d{16}-/g, (place) => (Number(place.slice(1, -1)) / 1000 >= since ? '"<now>-' : place));

/** The answers to an administrator, each with its request. */
async function answersOf(
  server: TestServer,
  clinic: Clinic,
  asked: Asked[],
  when: Parameters<typeof sameMoments>[1],
): Promise<string[]> {
  const answers: string[] = [];
  for (const request of asked) {
    const { status, text } = await ask(server, clinic.administrator, request);
    const what = JSON.stringify(request.body ?? request.query ?? {}).replaceAll(clinic.ada.id, '<ada>');
    answers.push(`${request.name} ${what}: ${status} ${sameMoments(text, when)}`);
  }
  return answers;
}

/** The request, and the first words where the two answers differ. */
function whereTheyDiffer(one: string, other: string): string[] {
  if (one === other) return [];
  let from = 0;
  while (one[from] === other[from]) from += 1;
  const part = (text: string) => text.slice(Math.max(0, from - 100), from + 100);
  return [`${one.slice(0, 60)} … ${part(one)} … ${part(other)}`];
}

/** The functions whose answers differ. */
const differing = (one: string[], other: string[]) =>
  [
    ...new Set(one.filter((answer, place) => answer !== other[place]).map((answer) => answer.split(' ')[0]!)),
  ].toSorted();

test(
  'two clinics that differ only in health give an administrator the same answers',
  { timeout: 120_000 },
  async () => {
    const { clinic, calm, eventful } = await twoClinics();
    const known = await knownIds(calm);
    await keepHealth(eventful, clinic);
    for (const server of [calm, eventful]) await work(server, clinic);
    // If a table were left out, the comparison would prove less than it claims.
    expect(await tablesWithoutHealth(calm, eventful, clinic)).toEqual([]);

    const when = { known, since: Date.now() };
    const asked = requests(clinic);
    const [one, other] = [
      await answersOf(eventful, clinic, asked, when),
      await answersOf(calm, clinic, asked, when),
    ];
    expect(one.flatMap((answer, place) => whereTheyDiffer(answer, other[place]!))).toEqual([]);
  },
);

test(
  'an undelivered email changes only the answers that MUST_DIFFER names, starting the next day',
  { timeout: 120_000 },
  async () => {
    const { clinic, calm, eventful } = await twoClinics();
    const known = await knownIds(calm);
    const park = (at: string) =>
      eventful.database.query(
        `insert into public.outbox (key, channel, recipient, body_text, purpose, user_id, created_at, parked_at)
       select 'cycle:' || gen_random_uuid(), 'email', customer_email, 'A reminder', 'treatment_reminder', user_id, at, at
       from public.customers, (select ${at} as at) as parked where user_id = $1`,
        [clinic.ada.id],
      );
    const when = { known, since: Date.now() };
    const asked = requests(clinic).filter(({ body }) => !body);
    const shownBy = async () =>
      differing(await answersOf(eventful, clinic, asked, when), await answersOf(calm, clinic, asked, when));
    await park('now()');
    expect(await shownBy()).toEqual([]);
    await park(`now() - interval '1 day'`);
    await park(`now() - interval '1 day'`);
    expect(await shownBy()).toEqual(MUST_DIFFER.undeliveredEmail.shownBy);
    const { text } = await ask(eventful, clinic.administrator, { name: 'team-today', query: {} });
    const { items } = JSON.parse(text) as { items: { rule: string; since: string }[] };
    expect(items.filter(({ rule }) => rule === 'mail-not-delivered')).toMatchObject([
      { since: expect.stringMatching(/T(00|23):00:00/) as string },
    ]);
  },
);

test('an unsent text to the duty phone is an item, and names no one', async () => {
  const { clinic, calm, eventful } = await twoClinics();
  const when = { known: await knownIds(calm), since: Date.now() };
  await eventful.database.query(
    `with alarm as (
       insert into private.attention_alarms (key, user_id) values ('urgent-symptoms:' || gen_random_uuid(), $1) returning key)
     insert into public.outbox (key, channel, recipient, body_text, created_at, parked_at)
     select 'alarm:' || key, 'sms', '+15550100', 'An item waits.', now() - interval '1 hour', now() from alarm`,
    [clinic.ada.id],
  );
  const asked = requests(clinic).filter(({ body }) => !body);
  const answers = await answersOf(eventful, clinic, asked, when);
  expect(differing(answers, await answersOf(calm, clinic, asked, when))).toEqual(
    MUST_DIFFER.failedAlarm.shownBy,
  );
});

test('every function that an administrator may call is compared', async () => {
  const { clinic, calm } = await twoClinics();
  // Locking reads nothing, answers nothing, and ends the session that the comparisons use.
  const compared = new Set([...requests(clinic).map(({ name }) => name), 'team-lock']);
  const open: string[] = [];
  for (const name of (await loadHandlers()).keys())
    for (const method of ['GET', 'POST']) {
      const { status } = await fetch(`${calm.url}/functions/v1/${name}`, {
        method,
        headers: { authorization: `Bearer ${clinic.administrator.token}` },
        ...(method === 'POST' && { body: '{' }),
      });
      if (![401, 403, 405].includes(status) && name.startsWith('team-') && !compared.has(name))
        open.push(name);
    }
  expect(open).toEqual([]);
});

/** Every table, view and procedure of the API, and every folder of files. */
async function addresses(
  { database }: TestServer,
  { ada }: Clinic,
): Promise<{ path: string; body?: object }[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1`,
  );
  const { rows: procedures } = await database.query<{ name: string; ids: string[] }>(
    `select proname as name, array(select name from unnest(proargnames, proargtypes::oid[]) as argument (name, type)
       where type = 'uuid'::regtype) as ids
     from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', oid, 'execute') order by 1`,
  );
  const { rows: buckets } = await database.query<{ id: string }>('select id from storage.buckets order by 1');
  return [
    ...tables.map(({ name }) => ({ path: `rest/v1/${name}?select=*` })),
    ...procedures.map(({ name, ids }) => ({
      path: `rest/v1/rpc/${name}`,
      body: Object.fromEntries(ids.map((argument) => [argument, ada.id])),
    })),
    ...buckets.map(({ id }) => ({ path: `storage/v1/object/list/${id}`, body: { prefix: ada.id } })),
  ];
}

test(
  'no table, view, procedure, folder or channel reveals to an administrator that a health event happened',
  { timeout: 120_000 },
  async () => {
    const { clinic, calm, eventful } = await twoClinics();
    const { ada, bea, administrator, calls } = clinic;
    const heard = await Promise.all(
      [calm, eventful].map(async (server) => {
        const client = realtimeOf(server, administrator.token);
        const topics = [
          'team:today',
          'team:office',
          `patient:${ada.id}`,
          `patient:${bea.id}`,
          `team:record:${ada.id}`,
          `call:${calls.upcoming}`,
        ];
        const channels = topics.map((topic) => privateChannel(client, topic));
        const joins: string[] = [];
        for (const { channel } of channels) joins.push(await refusalOf(channel));
        const changes: unknown[] = [];
        const rows = client.channel('rows');
        rows.on('postgres_changes', { event: '*', schema: 'public' }, (change) => changes.push(change));
        joins.push(await refusalOf(rows));
        return {
          joins,
          received: () => [...channels.flatMap(({ received }) => received), ...changes],
          channels,
        };
      }),
    );
    expect(heard[1]!.joins).toEqual(heard[0]!.joins);
    expect(heard[0]!.joins[1]).toBe('joined');
    await keepHealth(eventful, clinic);
    const when = { known: await knownIds(calm), since: Date.now() };
    const answers = async (server: TestServer) => {
      const found: string[] = [];
      for (const { path, body } of await addresses(server, clinic)) {
        const answer = await fetch(`${server.url}/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: {
            apikey: server.keys.anonKey,
            authorization: `Bearer ${administrator.token}`,
            'content-type': 'application/json',
            prefer: 'count=exact',
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        found.push(
          `${path}: ${answer.status} ${answer.headers.get('content-range')} ${sameMoments(await answer.text(), when)}`,
        );
      }
      return found;
    };
    expect(await answers(eventful)).toEqual(await answers(calm));
    // Messages arrive in order, so once this one is here, all earlier ones would be too.
    for (const { database } of [calm, eventful])
      await database.query(`select realtime.send('{"last": true}', 'change', 'team:office', true)`);
    for (const { received } of heard)
      await expect.poll(() => JSON.stringify(received()), { timeout: 10_000 }).toContain('last');
    expect(heard[1]!.received().length).toEqual(heard[0]!.received().length);
  },
);
