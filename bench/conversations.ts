import type { Database } from '../server/database/database.ts';
import { withServers } from './child-servers.ts';
import { lastNameOf, makeClinic, withCluster } from './clinic.ts';
import { median, round } from './numbers.ts';
import { joinTeam, type TeamMember } from './team-member.ts';
import { fillDirectory, inUse, p50, PLAIN, type Request } from './workspace.ts';

// Does the list of conversations open and search quickly after years of messages?

const CONVERSATIONS = 10_000;
const COACHES = 20;
const ROUNDS = 7;

export type ConversationsResult = {
  conversations: number;
  /** The median in milliseconds, and compared to a plain indexed read of 50 rows through the same server. */
  requests: Record<string, { p50: number; beside: number }>;
};

const list = (query: string) => `/functions/v1/team-conversations?${query}`;
const REQUESTS: Request[] = [
  { name: 'Needs a reply', path: () => list('show=needs-reply') },
  { name: 'Mine', path: () => list('show=mine') },
  { name: 'All', path: () => list('show=all') },
  { name: 'search', path: (turn) => list(`show=all&search=${lastNameOf(100 + turn)}`) },
  {
    name: 'search by three letters',
    path: (turn) => list(`show=all&search=${lastNameOf(100 + turn).slice(0, 3)}`),
  },
  { name: 'search in Mine', path: (turn) => list(`show=mine&search=${lastNameOf(100 + turn).slice(0, 3)}`) },
];

export const measureConversations = (conversations = CONVERSATIONS): Promise<ConversationsResult> =>
  withCluster(async (clusterUrl) => {
    const clinic = await makeClinic(clusterUrl, conversations);
    const members: TeamMember[] = [];
    await inUse(clinic, async (database) => {
      for (const role of ['coach', 'clinician'] as const)
        members.push(await joinTeam(database, clinic.secrets, role));
      await fillConversations(database, members);
      await fillDirectory(database);
    });
    const server = {
      file: 'api/our-server.ts',
      environment: { DATABASE_URL: clinic.url, SECRETS: JSON.stringify(clinic.secrets) },
    };
    return withServers([server], async ([url]) => {
      const requests: ConversationsResult['requests'] = {};
      for (const { role, headers } of members) {
        const reader = { ...clinic, headers, ids: [] };
        for (const request of REQUESTS) {
          const rounds: { took: number; plain: number }[] = [];
          for (let turn = -1; turn < ROUNDS; turn += 1) {
            const plain = await p50(url!, PLAIN, reader, turn);
            const took = await p50(url!, request, reader, turn);
            if (turn >= 0) rounds.push({ took, plain }); // the first turn only warms up
          }
          requests[`${request.name} of a ${role}`] = {
            p50: round(median(rounds.map(({ took }) => took))),
            beside: round(median(rounds.map(({ took, plain }) => took / plain))),
          };
        }
      }
      return { conversations, requests };
    });
  });

/**
 * One for each patient, five minutes apart, of four messages each; one in 21 waits for a reply. The
 * coach cares for a twentieth of the patients; the clinician has replied to thirty.
 */
async function fillConversations(database: Database, [coach, clinician]: TeamMember[]): Promise<void> {
  const client = await database.connect(); // the pool's statements have a time limit
  try {
    await client.query(`
      set session_replication_role = replica;
      set synchronous_commit = off;
      create temporary table coaches as
        select '${coach!.person}'::uuid as id, 0 as n union all select gen_random_uuid(), n from generate_series(1, ${COACHES - 1}) as n;
      insert into public.care_team (id, name, role, email, time_zone, joined_at, user_id)
        select id, 'Coach', 'coach', n || '@coaches.example', 'UTC', now(), gen_random_uuid() from coaches where n > 0;
      create temporary table begun as
        select gen_random_uuid() as thread_id, user_id, coaches.id as coach_id,
          case when patient.n % 333 = 0 then '${clinician!.person}'::uuid else coaches.id end as replied_by,
          now() - patient.n * interval '5 minutes' as at, patient.n % 21 = 10 as waits
        from (select user_id, row_number() over (order by user_id) as n from public.customers) as patient
        join coaches on coaches.n = patient.n % ${COACHES};
      insert into public.coach_assignments (user_id, coach_id) select user_id, coach_id from begun;
      insert into public.message_threads (id, user_id, topic, created_at)
        select thread_id, user_id, 'The kit', at - interval '3 days' from begun;
      insert into public.messages (thread_id, user_id, place, sender, text, created_at, person_id, person_name, person_role)
        select thread_id, user_id, place, case when of_team then 'team' else 'patient' end, 'How long does it take until it is here?',
          at - (4 - place) * interval '20 hours', case when of_team then replied_by end, case when of_team then 'Coach' end,
          case when of_team then 'coach' end
        from begun, generate_series(1, 4) as place, lateral (select (place % 2 = 0) <> waits as of_team) as side;
      update public.messages set due_at = messages.created_at + interval '3 hours'
        from begun where begun.thread_id = messages.thread_id and waits and place = 4;
      insert into private.conversations (thread_id, user_id, last_at, replied_by, waiting_id)
        select thread_id, user_id, at, replied_by,
          (select id from public.messages where messages.thread_id = begun.thread_id and due_at is not null) from begun`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
