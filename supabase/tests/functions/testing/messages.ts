import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { SendMessageAnswer } from '../../../../domain/contracts/patient/send-message.ts';
import type { Patient } from '../../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../../server/testing/team.ts';
import type { TestServer } from '../../../../server/testing/test-server.ts';

/**
 * A patient who writes and a team that replies, for the tests of messages. Calls by name go to the server's
 * own functions.
 */
export const messageScene = (server: () => TestServer) => {
  const ask = async (name: string, { token }: Pick<Patient, 'token'>, body?: object, headers = {}) => {
    const answer = await fetch(`${server().url}/functions/v1/${name}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  const sql = async (text: string, values: unknown[] = []) =>
    (await server().database.query(text, values)).rows;
  const leavesIn =
    (bucket: string) =>
    async (
      { id, token }: Pick<Patient, 'id' | 'token'>,
      bytes: Uint8Array,
      type = 'image/jpeg',
      name: string = randomUUID(),
    ) => {
      const { status } = await fetch(`${server().url}/storage/v1/object/${bucket}/${id}/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body: bytes as Uint8Array<ArrayBuffer>,
      });
      return { status, id: name };
    };
  return {
    ask,
    sql,
    member: (role: 'coach' | 'clinician' | 'administrator') => newMember(server(), role),
    writes: async (patient: Patient, text = 'How long does the kit take?', topic = 'The kit') => {
      const { status, json } = await ask('send-message', patient, { topic, text });
      expect(status).toBe(200);
      return SendMessageAnswer.parse(json);
    },
    /** A picture for a later message, uploaded like the browser does. */
    leaves: leavesIn('message-uploads'),
    /** A file from the care team. */
    leavesAsTeam: leavesIn('team-uploads'),
    answers: (who: Member, threadId: string, text = 'Two days.') =>
      ask('team-message', who, { threadId, text }),
    assign: ({ id }: Patient, coach: Member) =>
      sql('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [id, coach.person]),
    /** As if this much of the reply time had passed. */
    passes: (patient: Patient, share: number) =>
      sql(
        `do $$ begin
           alter table public.messages disable trigger is_append_only;
           update public.messages set created_at = now() - (due_at - created_at) * ${share}, due_at = now() + (due_at - created_at) * (1 - ${share})
             where user_id = '${patient.id}' and due_at is not null;
           alter table public.messages enable trigger is_append_only;
         end $$`,
      ),
    notices: ({ id }: Patient) =>
      sql(
        `select channel, subject, body_text, body_html, sent_at is null and dropped_at is null as waits,
           send_after > now() + interval '30 minutes' as later
         from public.outbox where user_id = $1 and purpose = 'message' order by created_at, channel`,
        [id],
      ),
  };
};
