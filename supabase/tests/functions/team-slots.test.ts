import { expect } from 'vitest';
import { TeamSlotsAnswer } from '../../../domain/contracts/team/team-slots.ts';
import { DAY, isoFromInstant } from '../../../domain/time/instant.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { aBookedCall, START } from './testing/team-calls.ts';

const searched = { searchFrom: isoFromInstant(START), searchUntil: isoFromInstant(START + DAY) };

inBothDeployments('team-slots', (deployment) => {
  const { ask } = worklistScene(deployment.server);
  const asks = ({ token }: Member, query: Record<string, string>) => deployment.call({ token, query });
  const slotsOf = async (who: Member, query: Record<string, string>) =>
    TeamSlotsAnswer.parse((await asks(who, query)).json);
  const booked = async () => {
    const patient = await deployment.patient();
    return { patient, ...(await aBookedCall(deployment.server(), patient)) };
  };

  test('a coach sees what the patient is offered, and who would take the call', async () => {
    const { host, colleague, patient, clinic } = await booked();
    const { slots } = await slotsOf(colleague, {
      patientId: patient.id,
      appointmentType: clinic.slug,
      ...searched,
    });
    const query = new URLSearchParams({ appointmentType: clinic.slug, ...searched });
    const own = (await (
      await ask(`fetch-appointment-slots?${query}`, { token: patient.token } as Member)
    ).json()) as { start_time: string }[];
    expect(slots.map(({ startTime }) => startTime)).toEqual(own.map(({ start_time }) => start_time));
    expect(slots.length).toBeGreaterThan(10);
    expect(new Set(slots.map(({ host: { id } }) => id))).toEqual(new Set([colleague.person]));
    expect(host.person).not.toBe(colleague.person);
  });

  test('a call being moved does not block itself, and stays with its host', async () => {
    const { host, id } = await booked();
    const { slots } = await slotsOf(host, { moving: id, ...searched });
    expect(slots[0]).toMatchObject({ host: { id: host.person } });
    expect(slots.map(({ startTime }) => startTime)).not.toContain(isoFromInstant(START));
  });

  test('every time names who is free then, so that a call is booked with one of them', async () => {
    const { host, colleague, patient, clinic } = await booked();
    const { slots, hosts } = await slotsOf(colleague, {
      patientId: patient.id,
      appointmentType: clinic.slug,
      ...searched,
    });
    expect(hosts.map(({ id }) => id).toSorted()).toEqual([host.person, colleague.person].toSorted());
    const later = slots.find(({ startTime }) => startTime === isoFromInstant(START + 60 * 60_000));
    expect(later!.free.map((place) => hosts[place]!.id).toSorted()).toEqual(
      [host.person, colleague.person].toSorted(),
    );
  });

  test('colleagues who take that call type and are free then', async () => {
    const { host, colleague, id } = await booked();
    expect((await slotsOf(host, { giving: id })).colleagues).toEqual([
      { id: colleague.person, name: 'The coach' },
    ]);
    await ask('team-hours', colleague, { person: colleague.person, hours: [] });
    expect((await slotsOf(host, { giving: id })).colleagues).toEqual([]);
  });

  test('who takes which calls does not reveal a call’s type to an administrator', async () => {
    const [one, other] = [await booked(), await booked()];
    const administrator = await newMember(deployment.server(), 'administrator');
    const answers = async () =>
      JSON.stringify(
        await Promise.all([
          slotsOf(administrator, { giving: one.id }),
          slotsOf(administrator, { moving: one.id, ...searched }),
          slotsOf(administrator, { giving: other.id }),
        ]),
      );
    const before = await answers();
    const added = await ask('team-people', administrator, {
      action: 'hosts',
      id: other.host.person,
      kinds: [one.clinic.slug, other.clinic.slug],
    });
    expect(added.status).toBe(200);
    expect(await answers()).toBe(before);
  });

  test('an administrator sees the same times and lengths as a clinician, by call type', async () => {
    const { patient, clinic, id } = await booked();
    const [administrator, clinician] = [
      await newMember(deployment.server(), 'administrator'),
      await newMember(deployment.server(), 'clinician'),
    ];
    const kind = { patientId: patient.id, appointmentType: clinic.slug, ...searched };
    expect(await slotsOf(administrator, kind)).toEqual(await slotsOf(clinician, kind));
    const moving = { moving: id, ...searched };
    const timesFor = async (who: Member) =>
      (await slotsOf(who, moving)).slots.map(({ startTime, endTime }) => [startTime, endTime]);
    expect(await timesFor(administrator)).toEqual(expect.arrayContaining(await timesFor(clinician)));
    expect(await asks(administrator, { giving: crypto.randomUUID() })).toMatchObject({
      status: 403,
      json: { code: 'not_allowed' },
    });
    expect((await asks(administrator, { moving: id })).status).toBe(400);
  });

  test('a hidden call type does not reveal to an administrator who has such a call', async () => {
    const { patient, host, clinic } = await booked();
    const [administrator, other] = [
      await newMember(deployment.server(), 'administrator'),
      await deployment.patient(),
    ];
    await deployment
      .server()
      .database.query(`update public.appointment_types set is_hidden = true where id = $1`, [clinic.typeId]);
    const kind = (patientId: string) => ({ patientId, appointmentType: clinic.slug, ...searched });
    expect((await asks(host, kind(patient.id))).status).toBe(200);
    const unknown = { status: 404, json: { code: 'unknown_appointment_type' } };
    for (const { id } of [patient, other]) expect(await asks(administrator, kind(id))).toMatchObject(unknown);
  });

  test('an administrator finds no times for a patient without both consents', async () => {
    const { clinic } = await booked();
    const administrator = await newMember(deployment.server(), 'administrator');
    const newcomer = await deployment.patient({ consent: false });
    const kind = { patientId: newcomer.id, appointmentType: clinic.slug, ...searched };
    expect(await asks(administrator, kind)).toMatchObject({ status: 403, json: { code: 'not_allowed' } });
  });
});
