import { expect } from 'vitest';
import { HOSTILE_MARKDOWN } from '../../../domain/content/testing.ts';
import { FetchMedicalNotesAnswer } from '../../../domain/contracts/patient/fetch-medical-notes.ts';
import { TeamNotesAnswer } from '../../../domain/contracts/team/team-notes.ts';
import { XSS_PAYLOADS } from '../../../e2e/support/xss-payloads.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const CHANGED = { status: 409, json: { code: 'changed_meanwhile' } };

inBothDeployments('team-notes', (deployment) => {
  const sql = async (text: string, values: unknown[] = []) =>
    (await deployment.server().database.query(text, values)).rows;
  const act = ({ token }: Member, body: object, key?: string) =>
    deployment.call({ token, body, ...(key && { headers: { 'Idempotency-Key': key } }) });
  const done = async (member: Member, body: object) => TeamNotesAnswer.parse((await act(member, body)).json);
  const draftFor = ({ id }: Patient, change: object = {}) => ({
    action: 'save',
    patientId: id,
    kind: 'medical',
    title: 'What we agreed',
    date: '2026-01-02',
    text: 'Please **rest**.',
    ...change,
  });
  const consultation = { kind: 'consultation', reference: 'initial-consultation' };
  async function signed(member: Member, patient: Patient, change: object = {}): Promise<string> {
    const { id, version } = await done(member, draftFor(patient, change));
    await done(member, { action: 'sign', noteId: id, version });
    return id;
  }
  const medicalNotes = async ({ id }: Patient) =>
    FetchMedicalNotesAnswer.parse({
      notes: await sql(
        'select id, title, date::text, content, author, addenda from public.read_medical_notes($1)',
        [id],
      ),
    }).notes;
  const mails = ({ id }: Patient) =>
    sql(`select subject, body_text, purpose from public.outbox where user_id = $1 and key like 'note:%'`, [
      id,
    ]);

  test('a clinician writes and signs, and the patient reads it with author, role and time, once', async () => {
    const [clinician, patient] = [
      await newMember(deployment.server(), 'clinician'),
      await deployment.patient(),
    ];
    const { id, version } = await done(clinician, draftFor(patient));
    expect(version).toBe(1);
    expect(await medicalNotes(patient)).toEqual([]);
    expect(await mails(patient)).toEqual([]);
    const key = crypto.randomUUID();
    const sign = { action: 'sign', noteId: id, version };
    const [first, second] = [await act(clinician, sign, key), await act(clinician, sign, key)];
    expect([first.status, second.status, second.json]).toEqual([200, 200, first.json]);
    expect(await medicalNotes(patient)).toMatchObject([
      {
        id,
        title: 'What we agreed',
        date: '2026-01-02',
        content: 'Please **rest**.',
        author: { name: 'The clinician', role: 'clinician' },
        addenda: [],
      },
    ]);
    const [mail] = await mails(patient);
    expect(mail).toMatchObject({ subject: 'There is something new in your portal', purpose: 'reminder' });
    expect(JSON.stringify(mail)).not.toMatch(/agreed|rest|clinician|note|medical/i);
    expect(mail).toMatchObject({ body_text: expect.stringContaining(`/read/${id}\n`) });
    expect(await sql('select from public.note_drafts where user_id = $1', [patient.id])).toEqual([]);
    expect(await act(clinician, sign)).toMatchObject(CHANGED);
    expect(
      await sql(
        `select action, actor_name, staff_role from public.audit_log where subject_id = $1 and kind = 'medical_notes' and action <> 'read'`,
        [patient.id],
      ),
    ).toEqual([{ action: 'insert', actor_name: 'The clinician', staff_role: 'clinician' }]);
  });

  test('an open portal hears of a note, of its addenda and of its withdrawal', async () => {
    const [clinician, patient] = [
      await newMember(deployment.server(), 'clinician'),
      await deployment.patient(),
    ];
    const { rows: triggers } = await deployment
      .server()
      .database.query(
        `select tgrelid::regclass::text as name from pg_trigger where tgname = 'publish_to_patient' and tgrelid::regclass::text like 'note_%'`,
      );
    expect(triggers).toHaveLength(2);
    // The stand-in for Supabase's Realtime stores nothing.
    if (deployment.kind === 'supabase') return;
    const noteId = await signed(clinician, patient, consultation);
    const notices = async () =>
      (await sql('select payload from realtime.messages where topic = $1', [`patient:${patient.id}`])).filter(
        ({ payload }) => JSON.stringify(payload).includes('consultation_notes'),
      ).length;
    expect(await notices()).toBe(1);
    await done(clinician, { action: 'addendum', noteId, text: 'More' });
    expect(await notices()).toBe(2);
    await done(clinician, { action: 'withdraw', noteId, reason: 'Wrong record' });
    expect(await notices()).toBe(3);
  });

  test('of two tabs the second does not overwrite what it has not seen, and no one else sees a draft', async () => {
    const [coach, other] = [
      await newMember(deployment.server(), 'coach'),
      await newMember(deployment.server(), 'clinician'),
    ];
    const patient = await deployment.patient();
    const { id, version } = await done(coach, draftFor(patient, { title: '', text: '' }));
    const save = (member: Member, text: string, seen: number) =>
      act(member, draftFor(patient, { noteId: id, version: seen, text }));
    expect(await save(coach, 'First tab', version)).toMatchObject({ json: { id, version: 2 } });
    expect(await save(coach, 'Second tab', version)).toMatchObject(CHANGED);
    expect(await save(other, 'Not mine', 2)).toMatchObject(CHANGED);
    for (const body of [
      { action: 'sign', noteId: id, version: 2 },
      { action: 'discard', noteId: id },
    ])
      expect(await act(other, body)).toMatchObject(CHANGED);
    expect(await act(coach, { action: 'sign', noteId: id, version: 1 })).toMatchObject(CHANGED);
    expect(await sql('select content, version from public.note_drafts where id = $1', [id])).toEqual([
      { content: 'First tab', version: 2 },
    ]);
    await done(coach, { action: 'discard', noteId: id });
    expect(await act(coach, { action: 'discard', noteId: id })).toMatchObject(CHANGED);
    expect(await medicalNotes(patient)).toEqual([]);
  });

  test('a clinician can take over a draft by someone who left', async () => {
    const [coach, colleague, clinician] = [
      await newMember(deployment.server(), 'coach'),
      await newMember(deployment.server(), 'coach'),
      await newMember(deployment.server(), 'clinician'),
    ];
    const patient = await deployment.patient();
    const { id } = await done(coach, draftFor(patient));
    await sql('select public.team_deactivate(null, $1)', [coach.person]);
    const adopt = draftFor(patient, { noteId: id, version: 1 });
    expect(await act(colleague, adopt)).toMatchObject(CHANGED);
    expect(await act(clinician, { action: 'sign', noteId: id, version: 1 })).toMatchObject(CHANGED);
    await done(clinician, adopt);
    await done(clinician, { action: 'sign', noteId: id, version: 2 });
    expect(await medicalNotes(patient)).toMatchObject([{ author: { name: 'The clinician' } }]);
  });

  test('an addendum appears below the note, and the patient no longer sees a withdrawn note', async () => {
    const [clinician, coach] = [
      await newMember(deployment.server(), 'clinician'),
      await newMember(deployment.server(), 'coach'),
    ];
    const [patient, right] = [await deployment.patient(), await deployment.patient()];
    const id = await signed(clinician, patient);
    await done(coach, { action: 'addendum', noteId: id, text: 'And *drink*.' });
    expect(await medicalNotes(patient)).toMatchObject([
      {
        content: 'Please **rest**.',
        addenda: [{ text: 'And *drink*.', author: { name: 'The coach', role: 'coach' } }],
      },
    ]);
    expect(await mails(patient)).toHaveLength(2);
    const withdraw = {
      action: 'withdraw',
      noteId: id,
      reason: 'Meant for somebody else',
      belongsTo: right.id,
    };
    expect(await act(coach, withdraw)).toMatchObject(NOT_ALLOWED);
    await done(clinician, withdraw);
    expect(await medicalNotes(patient)).toEqual([]);
    for (const again of [withdraw, { action: 'addendum', noteId: id, text: 'More' }])
      expect(await act(clinician, again)).toMatchObject(CHANGED);
    for (const { id: subject } of [patient, right])
      expect(
        await sql(
          `select actor_name from public.audit_log where subject_id = $1 and kind = 'note_withdrawals'`,
          [subject],
        ),
      ).toEqual([{ actor_name: 'The clinician' }]);
    const [{ whole }] = (await sql('select public.export_my_data($1) as whole', [patient.id])) as [
      { whole: Record<string, object[]> },
    ];
    expect(whole['note_withdrawals']).toMatchObject([
      { reason: 'Meant for somebody else', author_name: 'The clinician' },
    ]);
    expect(JSON.stringify(whole)).not.toMatch(/rest\*|drink/);
  });

  test('no call changes a signed note, from anyone and in any way', async () => {
    const [clinician, patient] = [
      await newMember(deployment.server(), 'clinician'),
      await deployment.patient(),
    ];
    const [medical, held] = [
      await signed(clinician, patient),
      await signed(clinician, patient, consultation),
    ];
    const before = await sql('select * from private.written_notes where user_id = $1 order by id', [
      patient.id,
    ]);
    const { url, keys } = deployment.server();
    const { anonKey, serviceRoleKey } = keys;
    const rest = (way: string, path: string, [apikey, token]: readonly [string, string], body?: object) =>
      fetch(`${url}/rest/v1/${path}`, {
        method: way,
        headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const callers: [string, string][] = [
      [anonKey, clinician.token],
      [anonKey, patient.token],
      [anonKey, anonKey],
      [serviceRoleKey, serviceRoleKey],
    ];
    for (const caller of callers) {
      for (const [path, change] of [
        [`medical_notes?id=eq.${medical}`, { content: 'changed' }],
        [`consultation_notes?id=eq.${held}`, { notes: 'changed' }],
        [`medical_notes?id=eq.${medical}`, { signed_at: null }],
      ] as const) {
        expect((await rest('PATCH', path, caller, change)).ok, path).toBe(false);
        expect((await rest('DELETE', path, caller)).ok, path).toBe(false);
      }
      const over = {
        id: medical,
        user_id: patient.id,
        title: 'x',
        noted_on: '2026-01-02',
        content: 'changed',
      };
      expect((await rest('POST', 'medical_notes?on_conflict=id', caller, over)).ok).toBe(false);
    }
    for (const noteId of [medical, held])
      for (const body of [
        draftFor(patient, { noteId, version: 1, text: 'changed' }),
        { action: 'sign', noteId, version: 1 },
        { action: 'discard', noteId },
      ])
        expect(await act(clinician, body), body.action).toMatchObject(CHANGED);
    expect(
      await sql('select * from private.written_notes where user_id = $1 order by id', [patient.id]),
    ).toEqual(before);
  });

  test('a consultation note is stored as HTML in which nothing runs', async () => {
    const [clinician, patient] = [
      await newMember(deployment.server(), 'clinician'),
      await deployment.patient(),
    ];
    const id = await signed(clinician, patient, {
      ...consultation,
      text: '# Plan\n\n- [x] rest\n\n![chart](https://x.example/a.png)',
    });
    const [note] = await sql('select * from public.read_notes_of_consultation($1, $2)', [
      patient.id,
      'initial-consultation',
    ]);
    expect(note).toMatchObject({ title: 'What we agreed', author: { role: 'clinician' } });
    expect(note!['notes']).toMatch(/<h1>Plan<\/h1>/);
    expect(note!['notes']).toMatch(/☑ rest/);
    expect(note!['notes']).not.toMatch(/<(img|input)/);
    const dangerous =
      /<(script|style|iframe|object|embed|form|input|img|svg|math|link|meta|base|template)\b|<[^>]+\son\w+=|(href|src)="(?!https?:|mailto:|tel:|#|\/|")[a-z]+:/i;
    const text = XSS_PAYLOADS.join('\n\n')
      .replaceAll(/[^\P{Cc}\n]|\p{Cs}/gu, '')
      .slice(0, 15_000);
    // In parts with no more formatting than a note may have.
    for (let at = 0; at < text.length; at += 5_000)
      await done(clinician, { action: 'addendum', noteId: id, text: text.slice(at, at + 5_000) });
    const added = await sql('select html from public.note_addenda where note_id = $1', [id]);
    expect(added).toHaveLength(Math.ceil(text.length / 5_000));
    for (const { html } of added) expect(html).not.toMatch(dangerous);
  });

  test('no one writes about a patient they may not open', async () => {
    const server = deployment.server();
    const [coach, robin] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
    const patient = await deployment.patient();
    const id = await signed(robin, patient);
    await sql('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
      patient.id,
      robin.person,
    ]);
    const reason = { status: 403, json: { code: 'reason_required' } };
    for (const body of [
      draftFor(patient),
      { action: 'addendum', noteId: id, text: 'A' },
      { action: 'withdraw', noteId: id, reason: 'A' },
    ])
      expect(await act(coach, body)).toMatchObject(reason);
    const newcomer = await deployment.patient({ consent: false });
    for (const stranger of [newcomer, { ...patient, id: crypto.randomUUID() }])
      expect(await act(coach, draftFor(stranger))).toMatchObject(NOT_ALLOWED);
    expect(await act(await newMember(server, 'administrator'), draftFor(patient))).toMatchObject(NOT_ALLOWED);
    expect(await act(coach, { action: 'addendum', noteId: crypto.randomUUID(), text: 'A' })).toMatchObject(
      NOT_ALLOWED,
    );
  });

  test.each([
    [{ title: '' }, 'Please enter a title'],
    [{ text: ' ' }, 'Please enter text'],
  ])('an unfinished note, %j, is saved and not signed', async (change, message) => {
    const [clinician, patient] = [
      await newMember(deployment.server(), 'clinician'),
      await deployment.patient(),
    ];
    const { id, version } = await done(clinician, draftFor(patient, change));
    expect(await act(clinician, { action: 'sign', noteId: id, version })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: expect.stringContaining(message) },
    });
  });

  test.each(HOSTILE_MARKDOWN)(
    '%s: saving a draft parses nothing, signing and adding refuse it, and no one waits for either',
    async (_, text) => {
      const server = deployment.server();
      const [clinician, patient] = [await newMember(server, 'clinician'), await deployment.patient()];
      const lessFormatting = {
        status: 400,
        json: { code: 'invalid_input', message: 'text: Please use less formatting' },
      };
      for (const kind of [{}, consultation]) {
        const { id, version } = await done(clinician, draftFor(patient, { ...kind, text }));
        expect(await act(clinician, { action: 'sign', noteId: id, version })).toMatchObject(lessFormatting);
        expect(await sql('select content from public.note_drafts where id = $1', [id])).toEqual([
          { content: text },
        ]);
      }
      const noteId = await signed(clinician, patient, consultation);
      expect(await act(clinician, { action: 'addendum', noteId, text })).toMatchObject(lessFormatting);
    },
  );

  test('a draft changed in another tab or by another person is not signed with its old HTML', async () => {
    const server = deployment.server();
    const [clinician, other] = [await newMember(server, 'clinician'), await newMember(server, 'clinician')];
    const patient = await deployment.patient();
    const { id } = await done(clinician, draftFor(patient, consultation));
    for (const [who, version] of [
      [clinician, 2],
      [other, 1],
    ] as const)
      expect(await act(who, { action: 'sign', noteId: id, version })).toMatchObject(CHANGED);
    const key = crypto.randomUUID();
    const sign = { action: 'sign', noteId: id, version: 1 };
    const answers = [await act(clinician, sign, key), await act(clinician, sign, key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.json).toEqual(answers[0]!.json);
    expect(await sql('select notes from public.consultation_notes where id = $1', [id])).toEqual([
      { notes: '<p>Please <strong>rest</strong>.</p>' },
    ]);
  });

  test.each([
    [{ kind: 'consultation' }, 'Please select a consultation'],
    [{ reference: 'initial-consultation' }, 'Please select a consultation'],
    [{ noteId: crypto.randomUUID() }, 'Please send the version that you have'],
    [{ date: '2999-01-01' }, 'The date cannot be in the future'],
    [{ date: '2026-02-30' }, 'Please enter a date'],
    [{ title: 'a\u202eb' }, 'Please use one line'],
    [{ text: 'a'.repeat(20_001) }, 'Please use no more than 20,000 characters'],
  ])('%j is refused', async (change, message) => {
    const [clinician, patient] = [
      await newMember(deployment.server(), 'clinician'),
      await deployment.patient(),
    ];
    const answer = await act(clinician, draftFor(patient, change));
    expect(answer).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  });
});
