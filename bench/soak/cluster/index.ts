import { randomUUID } from 'node:crypto';
import { RealtimeClient } from '@supabase/realtime-js';
import { round } from '../../numbers.ts';
import { assert, eventually } from '../assert.ts';
import { act, compare, newHistory } from '../booking-history.ts';
import { addPatients } from '../clinic.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { leaderOf, type Member } from './postgres.ts';
import { countMissing, signIn, tell } from './work.ts';

/**
 * Patients book, log, write and sign in while leaders, portals and a network fail: nothing acknowledged is
 * lost or doubled.
 */
export async function cluster({ kills = 5 } = {}) {
  const clinic = await openCluster();
  try {
    const { url, database, secrets } = clinic;
    const booking = await addPatients(database, secrets, 4);
    const logging = await addPatients(database, secrets, 4);
    const writing = await addPatients(database, secrets, 2);
    const email = `${randomUUID()}@example.com`;
    await database.query(
      `insert into public.invitations (email, first_name, last_name) values ($1, 'Ada', 'L')`,
      [email],
    );
    const ended = new AbortController();
    const history = newHistory();
    const acting = booking.map((visitor) => act(url, visitor, history, ended.signal));
    const logs = tell('tests', url, logging, ended.signal);
    const messages = tell('messages', url, writing, ended.signal);
    const signing = signIn(url, secrets.anonKey, email, ended.signal);
    const heard = listen(
      clinic,
      logging[0]!.id,
      logging[0]!.headers['authorization']!.replace('Bearer ', ''),
    );

    /** Seconds without an acknowledged write, from the fault until it works again. */
    const during = async (fault: () => Promise<void>): Promise<number> => {
      await untilInStep(clinic.members);
      await eventually('a write before the fault', 60, async () => performance.now() - logs.lastAt() < 500);
      logs.gap();
      const begun = performance.now();
      await fault();
      await eventually('a write after the fault', 120, async () => logs.lastAt() > begun + 1_000);
      return round(logs.gap(), 1);
    };
    const leaders: number[] = [];
    const portals: number[] = [];
    const network = await during(() => cutLeader(clinic));
    for (let turn = 0; turn < kills; turn += 1) {
      leaders.push(await during(() => killLeader(clinic)));
      portals.push(await during(() => clinic.killPortal(turn % 2)));
    }
    const before = heard.count();
    await eventually('a change heard after all of it', 60, async () => heard.count() > before);
    ended.abort();
    const tokens = await signing;
    await Promise.all([...acting, logs.done, messages.done]);
    await heard.stop();
    await compare(database, history, booking);
    const kept = {
      booked: history.booked.size,
      logged: await countMissing(database, logs),
      written: await countMissing(database, messages),
      signedIn: tokens.length,
    };
    assert(!Object.values(kept).includes(0), `there was too little to lose: ${JSON.stringify(kept)}`);
    const { rows } = await database.query<{ sessions: number }>(
      `select count(*)::int as sessions from auth.sessions join auth.users on users.id = user_id where email = $1`,
      [email],
    );
    assert(rows[0]!.sessions >= tokens.length, `${tokens.length} sign-ins, ${rows[0]!.sessions} sessions`);
    return {
      kills,
      ...kept,
      secondsWithoutWritesAfterLeaderKilled: leaders,
      afterPortalKilled: portals,
      afterNetworkCut: network,
    };
  } finally {
    await clinic.remove();
  }
}

/** Kills the whole machine; then it comes back as a follower. */
async function killLeader({ members }: Cluster): Promise<void> {
  const leader = await untilInStep(members);
  await leader.kill();
  await untilLeader(members.filter((member) => member !== leader));
  leader.launch();
  await untilFollowing(leader, members);
}

/** Isolates it from everything. It must stop accepting writes by itself. */
async function cutLeader({ members }: Cluster): Promise<void> {
  const leader = await untilInStep(members);
  for (const relay of leader.network) relay.cut();
  await untilLeader(members.filter((member) => member !== leader));
  for (const relay of leader.network) relay.mend();
  await untilFollowing(leader, members);
}

async function untilLeader(members: Member[]): Promise<Member> {
  let leader: Member | undefined;
  await eventually('a leader', 90, async () => Boolean((leader = await leaderOf(members))));
  return leader!;
}

/** Kills the leader, once a follower may take over. */
async function untilInStep(members: Member[]): Promise<Member> {
  let leader: Member | undefined;
  await eventually('a leader with a follower in step', 120, async () => {
    leader = await leaderOf(members);
    return (await leader?.hasSyncStandby()) ?? false;
  });
  return leader!;
}

async function untilFollowing(member: Member, members: Member[]): Promise<void> {
  await eventually(`${member.name} follows`, 120, async () => (await member.role()) === 'replica');
  await untilInStep(members);
}

/** The client from npm, which reconnects by itself. */
function listen({ url, secrets }: Cluster, userId: string, token: string) {
  const client = new RealtimeClient(`${url.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: secrets.anonKey },
    accessToken: () => Promise.resolve(token),
  });
  let count = 0;
  client
    .channel(`tests-${userId}`)
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'test_results', filter: `user_id=eq.${userId}` },
      () => (count += 1),
    )
    .subscribe();
  return { count: () => count, stop: () => client.disconnect() };
}
