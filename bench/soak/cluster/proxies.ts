import { freePort } from '../../../server/testing/spawn-portal.ts';
import { PASSWORD, type Member } from './postgres.ts';
import { start, write, type Place } from './programs.ts';

export const ROLE = 'bea';
export const DATABASE = 'portal';

type Doors = {
  /** To the current leader. */
  leader: number;
  /** To the leader through PgBouncer, one connection per transaction. */
  pooled: number;
  /** To the portals. */
  web: number;
};

/** HAProxy before the members and the portals, and PgBouncer between them. docs/deploy-cluster.md has the same lines. */
export async function openProxies(place: Place, members: Member[], portals: number[]): Promise<Doors> {
  const doors: Doors = { leader: await freePort(), pooled: await freePort(), web: await freePort() };
  const haproxy = await write(place, 'haproxy.cfg', haproxyConfig(doors, members, portals));
  start(place, 'haproxy', ['-f', haproxy]);
  await write(place, 'users.txt', `"${ROLE}" "${PASSWORD}"\n`);
  const pgbouncer = await write(place, 'pgbouncer.ini', pgbouncerConfig(doors, place.folder));
  start(place, 'pgbouncer', [pgbouncer]);
  return doors;
}

export const haproxyConfig = (
  { leader, web }: Pick<Doors, 'leader' | 'web'>,
  members: Pick<Member, 'name' | 'port' | 'restPort'>[],
  portals: number[],
) => `
global
  maxconn 2000
defaults
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen leader
  mode tcp
  bind 127.0.0.1:${leader}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`).join('\n')}
listen portals
  mode http
  bind 127.0.0.1:${web}
  option httpchk GET /health
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${portals.map((port, at) => `  server portal${at + 1} 127.0.0.1:${port} check`).join('\n')}
`;

export const pgbouncerConfig = ({ leader, pooled }: Pick<Doors, 'leader' | 'pooled'>, folder: string) => `
[databases]
${DATABASE} = host=127.0.0.1 port=${leader} dbname=${DATABASE}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooled}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`;
