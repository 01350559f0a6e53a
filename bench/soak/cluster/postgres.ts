import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../server/testing/spawn-portal.ts';
import { eventually } from '../assert.ts';
import { openRelay, type Relay } from './relay.ts';
import { start, write, type Place, type Program } from './programs.ts';

export const PASSWORD = 'a-password-for-tests';

/** Settings for the whole cluster; docs/deploy-cluster.md has the same. */
export const SHARED = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  synchronous_mode: true,
  postgresql: { use_pg_rewind: true, parameters: { max_connections: 80, wal_keep_size: '256MB' } },
};

export type Member = {
  name: string;
  /** Its PostgreSQL and Patroni ports, as the others reach them. */
  port: number;
  restPort: number;
  /** The connections between it and everything else. */
  network: Relay[];
  launch: () => void;
  /** Kills the whole machine at once. */
  kill: () => Promise<void>;
  role: () => Promise<'primary' | 'replica' | null>;
  /** Whether Patroni has a follower in sync with the leader. It lets no other one take over. */
  hasSyncStandby: () => Promise<boolean>;
};

/** PostgreSQL under Patroni: three members, one of which follows the leader in sync. */
export async function startMembers(place: Place): Promise<Member[]> {
  const etcdPort = await freePort();
  const peerPort = await freePort();
  start(place, 'etcd-server', [
    `--data-dir=${join(place.folder, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
  ]);
  const members: Member[] = [];
  for (const name of ['member1', 'member2', 'member3']) {
    const member = await prepareMember(place, name, etcdPort);
    members.push(member);
    member.launch();
    // The first one makes the cluster, and the others copy it.
    if (members.length === 1)
      await eventually('the first leader', 60, async () => (await member.role()) === 'primary');
  }
  await eventually('two followers', 90, async () => {
    const roles = await Promise.all(members.map((member) => member.role()));
    return roles.filter((role) => role === 'replica').length === 2;
  });
  return members;
}

export async function leaderOf(members: Member[]): Promise<Member | undefined> {
  const roles = await Promise.all(members.map((member) => member.role()));
  return members[roles.indexOf('primary')];
}

async function prepareMember(place: Place, name: string, etcdPort: number): Promise<Member> {
  const [postgresPort, patroniPort] = [await freePort(), await freePort()];
  const [postgres, rest, etcd] = [
    await openRelay({ port: postgresPort, host: '127.0.0.1' }),
    await openRelay({ port: patroniPort, host: '127.0.0.1' }),
    await openRelay({ port: etcdPort, host: '127.0.0.1' }),
  ];
  const dataFolder = join(place.folder, name);
  // JSON is YAML.
  const config = await write(
    place,
    `${name}.yml`,
    JSON.stringify({
      scope: 'portal',
      name,
      restapi: { listen: `127.0.0.1:${patroniPort}`, connect_address: `127.0.0.1:${rest.port}` },
      // As a proxy, because Patroni would otherwise ask etcd for its own address and bypass what can be
      // cut.
      etcd3: { hosts: [`127.0.0.1:${etcd.port}`], use_proxies: true },
      bootstrap: {
        dcs: SHARED,
        initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      },
      postgresql: {
        listen: `127.0.0.1:${postgresPort}`,
        connect_address: `127.0.0.1:${postgres.port}`,
        data_dir: dataFolder,
        bin_dir: '/usr/lib/postgresql/15/bin',
        pgpass: join(place.folder, `${name}.pgpass`),
        authentication: {
          superuser: { username: 'postgres', password: PASSWORD },
          replication: { username: 'replicator', password: PASSWORD },
          rewind: { username: 'rewinder', password: PASSWORD },
        },
        parameters: { unix_socket_directories: place.folder, password_encryption: 'scram-sha-256' },
        pg_hba: [
          'local all all scram-sha-256',
          'host replication replicator 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
        ],
      },
    }),
  );
  let patroni: Program | null = null;
  const ask = async <Answer>(path: string): Promise<Answer | null> => {
    const asked = fetch(`http://127.0.0.1:${rest.port}${path}`, { signal: AbortSignal.timeout(2_000) });
    return asked.then((answer) => answer.json() as Promise<Answer>).catch(() => null); // not there now
  };
  return {
    name,
    port: postgres.port,
    restPort: rest.port,
    network: [postgres, rest, etcd],
    launch: () => (patroni = start(place, 'patroni', [config])),
    kill: async () => {
      const postmaster = Number((await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      const ended = patroni!.end('SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      await ended;
    },
    role: async () => {
      const answer = await ask<{ role: string; state: string }>('/patroni');
      if (answer?.state !== 'running' && answer?.state !== 'streaming') return null;
      return answer.role === 'master' || answer.role === 'primary' ? 'primary' : 'replica';
    },
    hasSyncStandby: async () => {
      const answer = await ask<{ members: { role: string }[] }>('/cluster');
      return answer?.members.some(({ role }) => role === 'sync_standby') ?? false;
    },
  };
}
