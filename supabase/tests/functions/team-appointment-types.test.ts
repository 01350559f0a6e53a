import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { LINKED_APPOINTMENT_TYPES } from '../../../domain/booking/linked-appointment-types.ts';
import { TeamAppointmentTypesAnswer } from '../../../domain/contracts/team/team-appointment-types.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { bookingOf, daysAhead } from './testing/clinic.ts';
import { inBothDeployments } from './testing/deployments.ts';
import { aTeamClinic } from './testing/team-calls.ts';
import { worklistScene } from './testing/worklist.ts';

const START = daysAhead(3, '10:00');

inBothDeployments('team-appointment-types', (deployment) => {
  const { sql, ask } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const read = async ({ token }: Member) =>
    TeamAppointmentTypesAnswer.parse((await deployment.call({ method: 'GET', token })).json);
  const change = ({ token }: Member, body: object) => deployment.call({ token, body });
  const typed = (name: string, more: object = {}) => ({
    name,
    neutralName: '',
    description: 'Questions about food.',
    minutes: 20,
    buffer: 10,
    notice: 30,
    horizon: 14,
    interaction: 'phone_call',
    hosts: [],
    ...more,
  });
  const named = async (who: Member, name: string) =>
    (await read(who)).types.find((type) => type.name === name)!;
  /** The version an administrator saw when the page opened. */
  const added = async (who: Member, more: object = {}) => {
    const name = `Call ${randomUUID().slice(0, 8)}`;
    expect(await change(who, { action: 'add', ...typed(name, more) })).toMatchObject({ status: 200 });
    return named(who, name);
  };
  const fetchType = async (slug: string) => {
    const { token } = await newPatient(deployment.server());
    const url = `${deployment.server().url}/functions/v1/fetch-appointment-type?appointmentType=${slug}`;
    return fetch(url, { headers: { authorization: `Bearer ${token}` } });
  };

  test('an administrator adds a call type with hosts, and patients see it right away', async () => {
    const [administrator, coach] = [await member('administrator'), await member('coach')];
    const type = await added(administrator, { hosts: [coach.person] });
    expect(type.hosts).toEqual([coach.person]);
    expect(type.slug).toMatch(/^call-[0-9a-f]{8}$/);
    expect(await (await fetchType(type.slug)).json()).toMatchObject({
      name: type.name,
      duration: 20,
      interactionType: 'phone_call',
      horizonDays: 14,
      minimumNoticeMinutes: 30,
    });
    const lines = await sql(
      `select action, kind from public.audit_log where actor_id = $1 and kind <> 'team_factor' order by id`,
      [administrator.person],
    );
    expect(lines).toEqual([
      { action: 'update', kind: 'team_hosts' },
      { action: 'insert', kind: 'team_appointment_type' },
    ]);
  });

  test('two call types with the same name get different addresses', async () => {
    const administrator = await member('administrator');
    const { name, slug } = await added(administrator);
    await change(administrator, { action: 'add', ...typed(name) });
    const slugs = (await read(administrator)).types.filter((type) => type.name === name);
    expect(slugs.map((type) => type.slug).toSorted()).toEqual([slug, `${slug}-2`]);
  });

  test('patients see a changed name and length right away', async () => {
    const administrator = await member('administrator');
    const { id, version, slug } = await added(administrator);
    const name = `Renamed ${slug}`;
    const save = { action: 'save', id, version, before: [], ...typed(name, { minutes: 45 }) };
    expect(await change(administrator, save)).toMatchObject({ status: 200 });
    expect(await (await fetchType(slug)).json()).toMatchObject({ name, duration: 45 });
  });

  test('if two administrators change the same call type, or who takes it, the second is refused', async () => {
    const [first, second] = [await member('administrator'), await member('administrator')];
    const coach = await member('coach');
    const { id, version, name } = await added(first);
    const save = { action: 'save', id, version, before: [], ...typed(name) };
    expect((await change(first, save)).status).toBe(200);
    const refused = { status: 409, json: { code: 'changed_meanwhile' } };
    expect(await change(second, save)).toMatchObject(refused);
    expect(await change(second, { action: 'hide', id, version })).toMatchObject(refused);
    await sql('insert into public.appointment_type_hosts values ($1, $2)', [id, coach.person]);
    expect(await change(second, { ...save, version: version + 1 })).toMatchObject(refused);
    expect((await named(second, name)).hosts).toEqual([coach.person]);
  });

  test('a hidden call type cannot be booked by patients or the team, and can again once it is shown', async () => {
    const [administrator, coach] = [await member('administrator'), await member('coach')];
    const clinic = await aTeamClinic(deployment.server(), [coach], { name: `Hidden ${randomUUID()}` });
    const { id, version } = (await read(administrator)).types.find(({ slug }) => slug === clinic.slug)!;
    expect((await change(administrator, { action: 'hide', id, version })).status).toBe(200);
    expect((await fetchType(clinic.slug)).status).toBe(404);
    const patient = await newPatient(deployment.server());
    const booked = await ask('schedule-appointment', patient as never, bookingOf(clinic, START));
    expect([booked.status, ((await booked.json()) as { code: string }).code]).toEqual([
      404,
      'unknown_appointment_type',
    ]);
    for (const who of [coach, administrator]) {
      expect(await (await ask('team-calendar', who)).text()).not.toContain(clinic.slug);
    }
    expect(await (await ask('team-people', administrator)).text()).not.toContain(clinic.slug);
    const hidden = (await read(administrator)).types.find((type) => type.id === id)!;
    expect(hidden).toMatchObject({ isHidden: true, hosts: [coach.person] });
    await change(administrator, { action: 'show', id, version: hidden.version });
    expect((await fetchType(clinic.slug)).status).toBe(200);
  });

  test('the database books no call of a hidden type for anyone', async () => {
    const [administrator, coach] = [await member('administrator'), await member('coach')];
    const { id, version } = await added(administrator, { hosts: [coach.person] });
    await change(administrator, { action: 'hide', id, version });
    const patient = await newPatient(deployment.server());
    const call = {
      id: randomUUID(),
      user_id: patient.id,
      host_id: coach.person,
      appointment_type_id: id,
      starts_at: new Date(START).toISOString(),
      ends_at: new Date(START + 1_800_000).toISOString(),
      busy_until: new Date(START + 1_800_000).toISOString(),
    };
    await expect(
      sql('select public.book_appointment($1, $2)', [JSON.stringify(call), '[]']),
    ).rejects.toMatchObject({ code: 'PT404', message: 'unknown_appointment_type' });
  });

  test('a booked call of a hidden type can still be moved by its patient', async () => {
    const [administrator, coach] = [await member('administrator'), await member('coach')];
    const clinic = await aTeamClinic(deployment.server(), [coach]);
    const patient = await newPatient(deployment.server());
    const booked = await ask('schedule-appointment', patient as never, bookingOf(clinic, START));
    expect(booked.status).toBe(200);
    const { id, version } = (await read(administrator)).types.find(({ slug }) => slug === clinic.slug)!;
    await change(administrator, { action: 'hide', id, version });
    const query = `fetch-appointment-type?appointmentType=${clinic.slug}`;
    expect((await ask(query, patient as never)).status).toBe(200);
    expect((await fetchType(clinic.slug)).status).toBe(404);
  });

  test('a call type that the portal leads to cannot be hidden, in a function or in the database', async () => {
    const administrator = await member('administrator');
    expect((await change(administrator, { action: 'add-standard' })).status).toBe(200);
    const { types } = await read(administrator);
    for (const slug of LINKED_APPOINTMENT_TYPES) {
      const { id, version } = types.find((type) => type.slug === slug)!;
      expect(await change(administrator, { action: 'hide', id, version })).toMatchObject({
        status: 409,
        json: {
          code: 'linked_appointment_type',
          message: 'The portal leads patients to this call type, so it can’t be hidden.',
        },
      });
      await expect(
        sql('update public.appointment_types set is_hidden = true where id = $1', [id]),
      ).rejects.toMatchObject({ constraint: 'linked_types_are_offered' });
    }
  });

  test('the portal’s call types are added once, and keep the words that a clinic gave them', async () => {
    const administrator = await member('administrator');
    await change(administrator, { action: 'add-standard' });
    const safety = (await read(administrator)).types.find(({ slug }) => slug === 'safety-call')!;
    expect(safety.neutralName).toBe('Clinician call');
    const { id, version, hosts: before } = safety;
    await change(administrator, { action: 'save', id, version, before, ...typed('Quick check-in') });
    await change(administrator, { action: 'add-standard' });
    const after = (await read(administrator)).types.filter(({ slug }) => slug === 'safety-call');
    expect(after.map(({ name }) => name)).toEqual(['Quick check-in']);
  });

  test('only coaches and clinicians who finished setup can take calls', async () => {
    const administrator = await member('administrator');
    for (const hosts of [[administrator.person], [randomUUID()]])
      expect(await change(administrator, { action: 'add', ...typed('Wrong host', { hosts }) })).toMatchObject(
        {
          status: 409,
          json: { code: 'not_a_host' },
        },
      );
    expect(await named(administrator, 'Wrong host')).toBeUndefined();
  });

  test.each([
    { name: ' ' },
    { name: 'Two\nlines' },
    { name: 'a'.repeat(101) },
    { description: '' },
    { description: 'a'.repeat(2_001) },
    { minutes: 4 },
    { minutes: 241 },
    { minutes: 12.5 },
    { buffer: -1 },
    { notice: 20_161 },
    { horizon: 0 },
    { interaction: 'letter' },
    { hosts: ['someone'] },
    { price: 5 },
  ])('a call type cannot have %j', async (more) => {
    const answer = await change(await member('administrator'), { action: 'add', ...typed('A call', more) });
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  test.each(['coach', 'clinician'] as const)('a %s neither sees nor changes the list', async (role) => {
    const person = await member(role);
    expect((await deployment.call({ method: 'GET', token: person.token })).status).toBe(403);
    expect((await change(person, { action: 'add', ...typed('Mine') })).status).toBe(403);
  });
});
