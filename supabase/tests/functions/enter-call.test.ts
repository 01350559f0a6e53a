import { expect } from 'vitest';
import { EnterCallAnswer } from '../../../domain/contracts/calls/enter-call.ts';
import { isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { aClinic, keepCall } from './testing/clinic.ts';
import { accessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const inMinutes = (minutes: number) => Date.now() + minutes * MINUTE;

inBothDeployments('enter-call', (deployment) => {
  const { query } = {
    query: (text: string, values?: unknown[]) => deployment.server().database.query(text, values),
  };

  async function anAppointment(startsIn: number, choices: { interaction?: string; status?: string } = {}) {
    const { interaction = 'video_call', ...rest } = choices;
    const [clinic, patient] = [
      await aClinic(deployment.server().database, { interaction }),
      await deployment.patient(),
    ];
    const startsAt = inMinutes(startsIn);
    const id = await keepCall(deployment.server().database, patient, { clinic, startsAt, ...rest });
    const { rows } = await query('select room from public.appointments where id = $1', [id]);
    return { id, patient, startsAt, room: String(rows[0]!['room']) };
  }
  const linkOf = (id: string, { sequence = 0, exp = Math.floor(inMinutes(60) / 1000) } = {}) =>
    deployment.server().keys.sign({ role: 'anon', call_id: id, call_sequence: sequence, exp });
  const enter = (token: string, patient?: Patient) =>
    deployment.call({ body: { token }, ...(patient && { token: patient.token }) });

  const entries = async ({ id }: Patient) =>
    (
      await query(
        `select staff_role from public.audit_log where subject_id = $1 and kind = 'call_room' order by id`,
        [id],
      )
    ).rows;

  test('while the room is open, the patient gets what it needs', async () => {
    const { id, patient, room, startsAt } = await anAppointment(-5);
    const { status, json } = await enter(room, patient);
    expect([status, EnterCallAnswer.parse(json)]).toEqual([
      200,
      {
        part: 'patient',
        state: 'open',
        name: 'Initial Consultation',
        hostName: 'Marisol Vega',
        patientName: 'Test P.',
        startTime: isoFromInstant(startsAt),
        endTime: isoFromInstant(startsAt + 30 * MINUTE),
        topic: `call:${id}`,
        iceServers: [],
        guest: null,
        nextGuest: null,
      },
    ]);
  });

  test('a guest’s link belongs to the device that was let in: another one waits until both let it in, and takes its place', async () => {
    const { id, patient, room } = await anAppointment(-5);
    const host = await linkOf(id);
    const act = async (token: string, guest: object, who?: Patient) =>
      EnterCallAnswer.parse(
        (await deployment.call({ body: { token, guest }, ...(who && { token: who.token }) })).json,
      );
    await enter(host);
    const invited = await act(host, { action: 'invite', name: 'Maria Ortiz' });
    const { id: guest } = invited.guest!;
    if (deployment.kind === 'supabase') return expect(invited.guestLink).toBeUndefined();
    const link = invited.guestLink!.split('/call/')[1]!;
    const [own, other, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const on = async (device: string) =>
      EnterCallAnswer.parse((await deployment.call({ body: { token: link, device } })).json);
    const shown = async () => {
      const { json } = await enter(room, patient);
      return EnterCallAnswer.parse(json);
    };
    await on(own);
    await act(host, { action: 'admit', id: guest });
    await act(room, { action: 'agree', id: guest }, patient);
    expect(await on(own)).toMatchObject({ state: 'open', topic: `guest:${guest}`, otherDevice: false });

    // Two more devices: one waits, the other isn't even shown.
    for (const device of [other, third]) {
      const waiting = await on(device);
      expect(waiting).toMatchObject({
        state: 'waiting',
        topic: null,
        iceServers: [],
        patientName: 'the patient',
      });
      expect(waiting.pass).toBeUndefined();
    }
    expect(await on(own)).toMatchObject({ state: 'open', otherDevice: true });
    const next = (await shown()).nextGuest!;
    expect(next).toMatchObject({ name: 'Maria Ortiz', arrived: true, agreed: false, admitted: false });
    expect(JSON.stringify(await shown())).not.toMatch(new RegExp(`${own}|${other}|pass`));
    await act(host, { action: 'admit', id: next.id });
    expect((await on(other)).state).toBe('waiting');
    expect((await on(own)).state).toBe('open');
    await act(room, { action: 'agree', id: next.id }, patient);
    expect(await on(other)).toMatchObject({ state: 'open', topic: `guest:${next.id}`, otherDevice: false });
    expect(await on(own)).toMatchObject({ state: 'replaced', topic: null });
    expect(await shown()).toMatchObject({ guest: { id: next.id, admitted: true }, nextGuest: null });

    // Declined, the third one is out. Removed, everyone who has the link is.
    await on(third);
    await act(room, { action: 'remove', id: (await shown()).nextGuest!.id }, patient);
    expect(await on(third)).toMatchObject({ state: 'replaced', topic: null });
    expect((await on(other)).state).toBe('open');
    await on(crypto.randomUUID());
    await act(host, { action: 'remove', id: next.id });
    for (const device of [own, other, third, crypto.randomUUID()])
      expect(await on(device)).toMatchObject({ state: 'removed', topic: null });
    expect(await shown()).toMatchObject({ guest: null, nextGuest: null });
  });

  test('a link that is opened on device after device asks the two only a few times', async () => {
    const { id } = await anAppointment(-5);
    const host = await linkOf(id);
    await enter(host);
    const { json } = await deployment.call({
      body: { token: host, guest: { action: 'invite', name: 'Maria Ortiz' } },
    });
    const { guestLink } = EnterCallAnswer.parse(json);
    if (deployment.kind === 'supabase') return expect(guestLink).toBeUndefined();
    const token = guestLink!.split('/call/')[1]!;
    const open = () => deployment.call({ body: { token, device: crypto.randomUUID() } });
    await open();
    for (let device = 0; device < 6; device += 1) {
      await open();
      const shown = EnterCallAnswer.parse((await enter(host)).json).nextGuest;
      expect(shown === null).toBe(device >= 4);
      if (shown) await deployment.call({ body: { token: host, guest: { action: 'remove', id: shown.id } } });
    }
  });

  test('a guest gets in once the patient has agreed and the host has let them in, and never again once removed', async () => {
    const { id, patient, room } = await anAppointment(-5);
    const host = await linkOf(id);
    const act = async (token: string, guest: object, who?: Patient) => {
      const { status, json } = await deployment.call({
        body: { token, guest },
        ...(who && { token: who.token }),
      });
      return { status, ...(status === 200 && { answer: EnterCallAnswer.parse(json) }) };
    };
    const device = crypto.randomUUID();
    const stateOf = async (token: string) =>
      EnterCallAnswer.parse((await deployment.call({ body: { token, device } })).json);
    await enter(host);
    for (const name of ['', '   ', 'x'.repeat(61), 'Maria\u202eOrtiz'])
      expect((await act(host, { action: 'invite', name })).status).toBe(400);
    expect((await act(room, { action: 'invite', name: 'Maria Ortiz' }, patient)).status).toBe(403);

    const { answer } = await act(host, { action: 'invite', name: 'Maria Ortiz' });
    const { id: guest, ...shown } = answer!.guest!;
    expect(shown).toEqual({ name: 'Maria Ortiz', arrived: false, agreed: false, admitted: false });
    if (deployment.kind === 'supabase') return expect(answer!.guestLink).toBeUndefined();
    const link = answer!.guestLink!.split('/call/')[1]!;
    // Both see the guest's name, but the patient gets no link.
    expect(EnterCallAnswer.parse((await enter(room, patient)).json)).toMatchObject({ guest: { id: guest } });
    expect(JSON.stringify((await enter(room, patient)).json)).not.toContain(link);

    // Not before someone has opened the link. Neither side can act for the other.
    expect((await act(host, { action: 'admit', id: guest })).answer!.guest!.admitted).toBe(false);
    const waiting = await stateOf(link);
    expect(waiting).toMatchObject({
      part: 'guest',
      state: 'waiting',
      topic: null,
      iceServers: [],
      patientName: 'the patient',
      name: 'Video call',
    });
    expect((await act(host, { action: 'agree', id: guest })).status).toBe(403);
    expect((await act(room, { action: 'admit', id: guest }, patient)).status).toBe(403);
    for (const action of ['agree', 'admit', 'remove'])
      expect(
        await deployment.call({ body: { token: link, device, guest: { action, id: guest } } }),
      ).toMatchObject({
        status: 403,
      });
    expect((await enter(link)).status).toBe(400);
    expect((await act(host, { action: 'admit', id: guest })).answer!.guest).toMatchObject({
      arrived: true,
      admitted: true,
      agreed: false,
    });
    expect((await stateOf(link)).state).toBe('waiting');
    await act(room, { action: 'agree', id: guest }, patient);
    expect(await stateOf(link)).toMatchObject({
      state: 'open',
      topic: `guest:${guest}`,
      patientName: 'Test P.',
    });

    expect((await act(room, { action: 'remove', id: guest }, patient)).answer!.guest).toBeNull();
    expect(await stateOf(link)).toMatchObject({ state: 'removed', topic: null });
    for (const action of ['admit', 'agree'] as const)
      await act(
        action === 'admit' ? host : room,
        { action, id: guest },
        action === 'agree' ? patient : undefined,
      );
    expect((await stateOf(link)).state).toBe('removed');
    // Another link is another guest. A guest of a call that moved isn't a guest of the new one.
    const next = (await act(host, { action: 'invite', name: 'Maria Ortiz' })).answer!;
    expect(next.guest!.id).not.toBe(guest);
    await query('update public.appointments set sequence = sequence + 1 where id = $1', [id]);
    expect((await stateOf(next.guestLink!.split('/call/')[1]!)).state).toBe('removed');
    const { rows } = await query(
      `select action, staff_role, actor_id = $1 as "isPatient" from public.audit_log where subject_id = $1 and kind = 'call_guest' order by id`,
      [patient.id],
    );
    expect(rows).toEqual([
      { action: 'insert', staff_role: 'coach', isPatient: false },
      { action: 'update', staff_role: 'coach', isPatient: false },
      { action: 'update', staff_role: null, isPatient: true },
      { action: 'delete', staff_role: null, isPatient: true },
      { action: 'insert', staff_role: 'coach', isPatient: false },
    ]);
  });

  test('the host joins by the signed link, without signing in', async () => {
    const { id } = await anAppointment(5);
    expect(await enter(await linkOf(id))).toMatchObject({
      status: 200,
      json: { part: 'host', state: 'open', topic: `call:${id}` },
    });
  });

  test('the link of a host who has left says who to ask', async () => {
    const { id } = await anAppointment(5);
    await query(
      `update public.care_team set deactivated_at = now(), active = false
       where id = (select host_id from public.appointments where id = $1)`,
      [id],
    );
    for (const sequence of [0, 1])
      expect(await enter(await linkOf(id, { sequence }))).toMatchObject({
        status: 403,
        json: {
          code: 'host_left',
          message: 'This link no longer works. Please ask your administrator.',
        },
      });
  });

  test('the link of a host who became an administrator opens nothing, and stays void', async () => {
    const { id, patient } = await anAppointment(5);
    const change = (role: string) =>
      query(
        `update public.care_team set role = $2, invited_at = now()
         where id = (select host_id from public.appointments where id = $1)`,
        [id, role],
      );
    await change('administrator');
    for (const sequence of [0, 1])
      expect(await enter(await linkOf(id, { sequence }))).toMatchObject({
        status: 403,
        json: { code: 'host_left' },
      });
    await change('clinician');
    expect(await enter(await linkOf(id))).toMatchObject({ status: 404 });
    expect(await entries(patient)).toEqual([]);
    expect((await enter(await linkOf(id, { sequence: 1 }))).status).toBe(200);
    expect(await entries(patient)).toEqual([{ staff_role: 'clinician' }]);
  });

  test('a host whose role has changed is in the patient’s log under each role', async () => {
    const { id, patient } = await anAppointment(5);
    for (const role of ['coach', 'clinician']) {
      await query(
        `update public.care_team set role = $2 where id = (select host_id from public.appointments where id = $1)`,
        [id, role],
      );
      await enter(await linkOf(id));
    }
    expect(await entries(patient)).toEqual([{ staff_role: 'coach' }, { staff_role: 'clinician' }]);
  });

  test('the patient’s log says which host came by the link, once in 15 minutes', async () => {
    const { id, patient } = await anAppointment(5);
    await enter(await linkOf(id));
    await enter(await linkOf(id));
    const { rows } = await query(
      `select actor_name, staff_role, action from public.audit_log where subject_id = $1 and kind = 'call_room'`,
      [patient.id],
    );
    expect(rows).toEqual([{ actor_name: 'Marisol Vega', staff_role: 'coach', action: 'read' }]);
  });

  test.each([
    ['early', 11, 'booked'],
    ['over', -31, 'booked'],
    ['cancelled', 5, 'cancelled'],
  ])('a call that is %s is reported as such, and its channel is not', async (state, startsIn, status) => {
    const { id, patient, room } = await anAppointment(startsIn, { status });
    expect((await enter(room, patient)).json).toMatchObject({ state, topic: null, iceServers: [] });
    expect((await enter(await linkOf(id))).json).toMatchObject({ state, topic: null });
  });

  test.each(['🙂', 'a\r\nx: y', 'a b', ''])('%j is not a token', async (token) => {
    expect(await enter(token)).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  test('the token of an ended session is refused, even from someone with a valid session', async () => {
    const { patient } = await anAppointment(5);
    const gone = await deployment.patient();
    await query('delete from auth.sessions where user_id = $1', [gone.id]);
    expect(await enter(gone.token, patient)).toMatchObject({
      status: 403,
      json: { code: 'call_link_expired' },
    });
  });

  test('someone else’s call, a phone call and a missing room all look unknown', async () => {
    const { room } = await anAppointment(5);
    const other = await deployment.patient();
    const phone = await anAppointment(5, { interaction: 'phone_call' });
    for (const [token, patient] of [
      [room, other],
      [phone.room, phone.patient],
      ['00000000-0000-4000-8000-000000000000', other],
      [await linkOf(phone.id), undefined],
      [await linkOf('00000000-0000-4000-8000-000000000000'), undefined],
    ] as const)
      expect(await enter(token, patient)).toMatchObject({ status: 404, json: { code: 'unknown_call' } });
  });

  test('a link ends with its time, with the call’s next change, and with another signature', async () => {
    const { id } = await anAppointment(5);
    const expired = await linkOf(id, { exp: Math.floor(inMinutes(-1) / 1000) });
    const forged = `${(await linkOf(id)).slice(0, -6)}AAAAAA`;
    for (const token of [expired, forged, 'nonsense', 'a.b.c'])
      expect(await enter(token)).toMatchObject({ status: 403, json: { code: 'call_link_expired' } });
    expect(await enter(await linkOf(id, { sequence: 1 }))).toMatchObject({ status: 404 });
    await query(
      `update public.appointments set ends_at = ends_at + interval '1 minute', busy_until = busy_until + interval '1 minute' where id = $1`,
      [id],
    );
    expect(await enter(await linkOf(id))).toMatchObject({ status: 404 });
  });

  test('a room without a sign-in is refused, and so is one before consent', async () => {
    const { room, patient } = await anAppointment(5);
    expect(await enter(room)).toMatchObject({ status: 401, json: { code: 'not_signed_in' } });
    await query('update public.customers set data_usage_consent = false where user_id = $1', [patient.id]);
    expect(await enter(room, patient)).toMatchObject({ status: 404 });
  });

  accessTests(deployment, { method: 'POST', body: { token: 'nonsense' } });
});
