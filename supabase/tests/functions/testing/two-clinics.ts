import { expect, onTestFinished } from 'vitest';
import type { TeamRole } from '../../../../domain/contracts/team/team-session.ts';
import { newPatient, type Patient } from '../../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../../server/testing/team.ts';
import { testDatabase } from '../../../../server/testing/test-database.ts';
import { startTestServer, type TestServer } from '../../../../server/testing/test-server.ts';
import { daysAhead, keepCall } from './clinic.ts';
import { aTeamClinic, LATER } from './team-calls.ts';

/** The people of both clinics, and the office's work with them. Ids and tokens are the same in both. */
export type Clinic = Record<TeamRole, Member> & {
  colleague: Member;
  ada: Patient;
  bea: Patient;
  /** Two of Ada's calls: one upcoming, one over. */
  calls: { upcoming: string; past: string };
  appointmentType: string;
};

/** Two servers on two copies of one database, so that any later difference was made by a test. */
export async function twoClinics(): Promise<{ clinic: Clinic; calm: TestServer; eventful: TestServer }> {
  const first = await testDatabase();
  const founding = await startTestServer({}, { database: first });
  const clinic = await found(founding);
  await work(founding, clinic);
  // The template is as old as the run, so a schedule could become late between two answers.
  await founding.database.query(`update private.schedule_runs set expected_from = now() + interval '1 hour'`);
  await founding.stop();
  const second = await testDatabase('embedded', first.name);
  const servers: TestServer[] = [];
  for (const database of [first, second]) {
    const server = await startTestServer({}, { database });
    servers.push(server);
    onTestFinished(async () => {
      await server.stop();
      await database.remove();
    });
  }
  return { clinic, calm: servers[0]!, eventful: servers[1]! };
}

async function found(server: TestServer): Promise<Clinic> {
  const { query } = server.database;
  const administrator = await newMember(server, 'administrator');
  const coach = await newMember(server, 'coach');
  const colleague = await newMember(server, 'coach');
  const clinician = await newMember(server, 'clinician');
  const [ada, bea] = [await newPatient(server), await newPatient(server)];
  for (const [{ id }, name] of [
    [ada, 'Ada'],
    [bea, 'Bea'],
  ] as const) {
    await query(
      `update public.customers set customer_first_name = $2, email_reminders = true, testing_reminders = true,
         message_emails = true where user_id = $1`,
      [id, name],
    );
    await query('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
      id,
      coach.person,
    ]);
  }
  const hosted = await aTeamClinic(server, [coach, colleague, clinician]);
  const upcoming = await keepCall(server.database, ada, { clinic: hosted, startsAt: LATER });
  const past = await keepCall(server.database, ada, { clinic: hosted, startsAt: daysAhead(-1, '10:00') });
  await query(
    `insert into public.outbox (key, channel, recipient, subject, body_text, user_id, appointment_id, appointment_sequence, sent_at)
     select 'confirm:' || $2, 'email', customer_email, 'Your call', 'It is booked.', user_id, $2::uuid, 0, now()
     from public.customers where user_id = $1`,
    [ada.id, upcoming],
  );
  await query(
    `insert into public.kit_requests (user_id, person_id, person_name) values ($1, $2, 'The coach')`,
    [bea.id, coach.person],
  );
  await server.invite('not-yet@example.com');
  return {
    administrator,
    coach,
    colleague,
    clinician,
    ada,
    bea,
    calls: { upcoming, past },
    appointmentType: hosted.slug,
  };
}

/** The signed-in team. Both clinics have the same patients listed and opened. */
export async function work(server: TestServer, { coach, clinician, ada }: Clinic): Promise<void> {
  for (const person of [coach, clinician])
    for (const request of [
      { name: 'team-today' },
      { name: 'team-patients' },
      { name: 'team-patient', query: { id: ada.id } },
    ])
      expect(await ask(server, person, request)).toMatchObject({ status: 200 });
}

export type Asked = { name: string; query?: Record<string, string>; body?: object };

export async function ask(
  { url }: TestServer,
  { token }: Pick<Patient, 'token'>,
  { name, query, body }: Asked,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${url}/functions/v1/${name}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}
