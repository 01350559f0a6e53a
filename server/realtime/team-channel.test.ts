import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, type Member } from '../testing/team.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { LIMITS } from './limits.ts';
import { joined, privateChannel, realtimeOf, refusalOf } from './testing/clients.ts';

// supabase/tests/channels.test.ts proves who receives Today's messages. These tests are about channels that
// are already open.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { limits: { ...LIMITS, rightsByClockMs: 0 } });
});
afterAll(() => server.stop());

const change = () => server.database.query(`select realtime.send('{}', 'change', 'team:today', true)`);

async function following(member: Member) {
  const today = privateChannel(realtimeOf(server, member.token), 'team:today');
  await joined(today.channel);
  return today;
}

const ENDINGS: [string, (member: Member) => [string, unknown]][] = [
  ['15 idle minutes', aged('15 minutes')],
  ['12 hours', aged('12 hours')],
  [
    'a lock of the screen',
    ({ sessionId }) => [
      'insert into private.staff_activity (session_id, locked_at) values ($1, now())',
      sessionId,
    ],
  ],
  ['a sign-out', ({ sessionId }) => ['delete from auth.sessions where id = $1', sessionId]],
  ['leaving the team', ({ person }) => ['select public.team_deactivate(null, $1)', person]],
  ['a reset of the app', ({ person }) => [`select public.team_reset_factor(null, $1, 'code')`, person]],
];

function aged(time: string) {
  return ({ sessionId }: Member): [string, unknown] => [
    `update auth.sessions set created_at = created_at - interval '${time}' where id = $1`,
    sessionId,
  ];
}

test.each(ENDINGS)('after %s an open team channel hears nothing more', async (_, ending) => {
  const [leaver, colleague] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
  const [left, stays] = [await following(leaver), await following(colleague)];
  await change();
  await expect.poll(() => [left.received.length, stays.received.length]).toEqual([1, 1]);
  const [statement, value] = ending(leaver);
  await server.database.query(statement, [value]);
  await change();
  await expect.poll(() => stays.received).toHaveLength(2);
  expect(left.received).toHaveLength(1);
  expect(await refusalOf(privateChannel(realtimeOf(server, leaver.token), 'team:today').channel)).toMatch(
    /^(Unauthorized|InvalidJWTToken)/,
  );
});

test('a screen that locks hears nothing more right away, however recently its rights were asked', async () => {
  const usual = await startTestServer();
  const [leaver, colleague] = [await newMember(usual, 'coach'), await newMember(usual, 'coach')];
  const join = async ({ token }: Member) => {
    const today = privateChannel(realtimeOf(usual, token), 'team:today');
    await joined(today.channel);
    return today;
  };
  const [left, stays] = [await join(leaver), await join(colleague)];
  const announce = () => usual.database.query(`select realtime.send('{}', 'change', 'team:today', true)`);
  await announce();
  await expect.poll(() => [left.received.length, stays.received.length]).toEqual([1, 1]);
  await usual.database.query('select public.team_lock($1, $2, $3, $4)', [
    leaver.id,
    leaver.sessionId,
    ['coach'],
    [],
  ]);
  await announce();
  await expect.poll(() => stays.received).toHaveLength(2);
  expect(left.received).toHaveLength(1);
  await usual.stop();
});
