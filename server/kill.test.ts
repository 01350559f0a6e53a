import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { spawnPortal, type Portal } from './testing/spawn-portal.ts';

// `npm run soak` kills twenty times.
const KILLS = Number(process.env['KILLS'] ?? 2);
const NO_BUILD = { PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' };

const serviceKey = async ({ dataFolder }: Portal) =>
  (JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8')) as { serviceRoleKey: string })
    .serviceRoleKey;

/** Writes without pause until told to stop, and remembers which writes the server confirmed. */
function keepWriting(portal: Portal, key: string, acknowledged: Set<string>, round: number) {
  const stopped = new AbortController();
  const write = async (writer: number) => {
    for (let count = 0; !stopped.signal.aborted; count += 1) {
      const email = `p${round}-${writer}-${count}@example.com`;
      const kept = await fetch(`${portal.url}/rest/v1/invitations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email, first_name: 'Test', last_name: 'Patient' }),
      }).then(
        (response) => response.status === 201,
        () => false, // the server was killed, so nothing was confirmed
      );
      if (kept) acknowledged.add(email);
      else await pause(20);
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  return async () => {
    stopped.abort();
    await Promise.all(writers);
  };
}

/** A moment after the first confirmed write of this round. */
async function someMoment(acknowledged: Set<string>, before: number): Promise<void> {
  await expect.poll(() => acknowledged.size, { interval: 5, timeout: 60_000 }).toBeGreaterThan(before);
  await pause(Math.random() * 150);
}

async function expectNothingLost(portal: Portal, key: string, acknowledged: Set<string>) {
  const kept = new Set<string>();
  for (let offset = 0; ; offset += 1000) {
    const rows = await invitationsFrom(portal, key, offset);
    for (const { email } of rows) kept.add(email);
    if (rows.length < 1000) break;
  }
  expect([...acknowledged].filter((email) => !kept.has(email))).toEqual([]);
}

/** A database that was killed may be on its way back. */
async function invitationsFrom(portal: Portal, key: string, offset: number): Promise<{ email: string }[]> {
  const path = `/rest/v1/invitations?select=email&order=email&limit=1000&offset=${offset}`;
  let page: Response | undefined;
  const ask = async () => {
    page = await fetch(portal.url + path, { headers: { authorization: `Bearer ${key}` } });
    return page.status;
  };
  await expect.poll(ask, { timeout: 20_000 }).toBe(200);
  return (await page!.json()) as { email: string }[];
}

test(
  `${KILLS} kills of the server in the middle of writes lose nothing that was acknowledged`,
  { timeout: 240_000 },
  async () => {
    let portal = await spawnPortal({ env: NO_BUILD });
    const { dataFolder } = portal;
    onTestFinished(() => portal.remove());
    const key = await serviceKey(portal);
    const acknowledged = new Set<string>();
    for (let round = 0; round < KILLS; round += 1) {
      const before = acknowledged.size;
      const stop = keepWriting(portal, key, acknowledged, round);
      await someMoment(acknowledged, before);
      await portal.end('SIGKILL');
      await stop();
      portal = await spawnPortal({ dataFolder, env: NO_BUILD });
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    await expectNothingLost(portal, key, acknowledged);
  },
);

test(
  `${KILLS} kills of PostgreSQL: the server restarts it, and nothing acknowledged is lost`,
  { timeout: 240_000 },
  async () => {
    const portal = await spawnPortal({ env: NO_BUILD });
    onTestFinished(() => portal.remove());
    const key = await serviceKey(portal);
    const acknowledged = new Set<string>();
    for (let round = 0; round < KILLS; round += 1) {
      const before = acknowledged.size;
      const stop = keepWriting(portal, key, acknowledged, round);
      await someMoment(acknowledged, before);
      await killPostmaster(portal);
      const killed = acknowledged.size;
      // Without a restart of the server: the same process writes again.
      await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(killed + 5);
      await stop();
      expect(acknowledged.size).toBeGreaterThan(before);
    }
    await expectNothingLost(portal, key, acknowledged);
  },
);

/** The file names the starting process. Until that answers, the file may still name the killed one. */
async function killPostmaster({ dataFolder }: Portal): Promise<void> {
  await expect
    .poll(async () => {
      const pid = Number(
        (await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
      );
      return process.kill(pid, 'SIGKILL');
    })
    .toBe(true);
}
