import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeSecrets } from '../../../server/auth/keys.ts';
import { createDatabase, type Database } from '../../../server/database/database.ts';

import type { Secrets } from '../../../server/settings/settings.ts';
import { startFakeS3 } from '../../../server/storage/testing/fake-s3.ts';
import { freePort, spawnPortal, type Portal } from '../../../server/testing/spawn-portal.ts';
import { makeApiRoles } from '../../../server/testing/supabase-project.ts';
import { eventually } from '../assert.ts';
import { DATABASE, openProxies, ROLE } from './proxies.ts';
import { PASSWORD, startMembers, type Member } from './postgres.ts';
import { endAll, placeIn, refuseWithoutPrograms } from './programs.ts';

export type Cluster = {
  /** Asks whichever portal answers. */
  url: string;
  members: Member[];
  portals: Portal[];
  secrets: Secrets;
  /** Runs on the leader. */
  database: Database;
  killPortal: (at: number) => Promise<void>;
  remove: () => Promise<void>;
};

/** The cluster of docs/deploy-cluster.md, on this machine. */
export async function openCluster(): Promise<Cluster> {
  await refuseWithoutPrograms();
  const place = await placeIn(await mkdtemp(join(tmpdir(), 'bea-cluster-')));
  const undo: (() => unknown)[] = [() => rm(place.folder, { recursive: true, force: true })];
  const remove = async () => {
    for (const step of undo.toReversed()) await step();
  };
  undo.push(() => endAll(place));
  try {
    const members = await startMembers(place);
    undo.push(() => members.forEach(({ network }) => network.forEach((relay) => relay.close())));
    const ports = [await freePort(), await freePort()];
    const doors = await openProxies(place, members, ports);
    const leader = `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${doors.leader}/${DATABASE}`;
    await makeDatabase(leader.replace(`/${DATABASE}`, '/postgres').replace(ROLE, 'postgres'));
    const s3 = await startFakeS3();
    undo.push(() => s3.stop());
    const secrets = await completeSecrets({});
    const env = {
      PORTAL_IS_ELSEWHERE: 'true',
      DATABASE_URL: leader.replace(String(doors.leader), String(doors.pooled)),
      DATABASE_DIRECT_URL: leader,
      JWT_SECRET: secrets.jwtSecret,
      SUPABASE_ANON_KEY: secrets.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
      ...s3.settings,
    };
    const open = (port: number) => spawnPortal({ port, env });
    const portals: Portal[] = [];
    undo.push(() => Promise.all(portals.map((portal) => portal.remove())));
    for (const port of ports) portals.push(await open(port));
    const database = createDatabase(leader, { connections: 2 });
    undo.push(() => database.end());
    return {
      url: `http://127.0.0.1:${doors.web}`,
      members,
      portals,
      secrets,
      database,
      killPortal: async (at) => {
        await portals[at]!.end('SIGKILL');
        await portals[at]!.remove();
        portals[at] = await open(ports[at]!);
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A database administrator does this once. */
async function makeDatabase(administratorsUrl: string): Promise<void> {
  const administrator = createDatabase(administratorsUrl, { connections: 1 });
  const { query, end } = administrator;
  await eventually('HAProxy leads to the leader alone', 30, () =>
    query<{ leads: boolean }>('select not pg_is_in_recovery() as leads').then(
      ({ rows }) => rows[0]!.leads,
      () => false, // it has just started
    ),
  );
  await query(`create role ${ROLE} login password '${PASSWORD}'`);
  await query(`alter role ${ROLE} set statement_timeout = '8s'`);
  await query(`alter role ${ROLE} set idle_in_transaction_session_timeout = '15s'`);
  await query(`alter role ${ROLE} set jit = off`);
  await makeApiRoles(administrator);
  await query(`grant anon, authenticated, service_role to ${ROLE} with admin option`);
  await query(`create database ${DATABASE} owner ${ROLE}`);
  await end();
}
