import autocannon from 'autocannon';
import { recordStatements } from './api/record.ts';
import { FREQUENT_REQUESTS, headersOf } from './requests.ts';
import { withServers } from './child-servers.ts';
import { makeClinic, withCluster } from './clinic.ts';
import { median, round } from './numbers.ts';

// How much of a bare Node server's throughput is left when the portal's five most frequent requests go through our server?

const PATIENTS = 1_000;
const ROUNDS = 5;
const SECONDS = 2;
/** Each connection is a different patient, because one patient alone only gets a share of the database. */
const CONNECTIONS = 16;

/** The requests each connection repeats. */
type Load = { url: string; requests: { path: string; headers: Record<string, string> }[] };
type Measure = { perSecond: number; p99: number };
export type ApiResult = Record<
  string,
  { ours: Measure; bare: Measure; throughputRatio: number; p99Ratio: number }
>;

export const measureApi = (): Promise<ApiResult> =>
  withCluster(async (clusterUrl) => {
    const clinic = await makeClinic(clusterUrl, PATIENTS);
    const visitors = clinic.visitors.slice(0, CONNECTIONS);
    const recorded = await recordStatements(clinic, FREQUENT_REQUESTS);
    const environment = { DATABASE_URL: clinic.url, SECRETS: JSON.stringify(clinic.secrets) };
    const recording = {
      STATEMENTS: JSON.stringify(recorded),
      VISITORS: visitors.map(({ id }) => id).join(' '),
    };
    const servers = [
      { file: 'api/bare-server.ts', environment: { ...environment, ...recording } },
      { file: 'api/our-server.ts', environment },
    ];
    return withServers(servers, async ([bareUrl, ourUrl]) => {
      const result: ApiResult = {};
      for (const [at, request] of FREQUENT_REQUESTS.entries()) {
        const ours = visitors.map((visitor) => ({
          path: request.path(visitor),
          headers: headersOf(request, clinic, visitor),
        }));
        const bare = visitors.map((_, visitor) => ({
          path: `/${at}/${visitor}`,
          headers: ours[visitor]!.headers,
        }));
        result[request.name] = await compare(
          { url: bareUrl!, requests: bare },
          { url: ourUrl!, requests: ours },
        );
      }
      return result;
    });
  });

/** Alternates between the two, so that other load on the machine affects both. */
async function compare(toBare: Load, toOurs: Load) {
  for (const each of [toBare, toOurs]) await measure(each); // until the compiler is done
  const rounds: { bare: Measure; ours: Measure }[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    rounds.push({ bare: await measure(toBare), ours: await measure(toOurs) });
  }
  return {
    ours: middle(rounds.map(({ ours }) => ours)),
    bare: middle(rounds.map(({ bare }) => bare)),
    throughputRatio: round(median(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond))),
    p99Ratio: round(median(rounds.map(({ ours, bare }) => ours.p99 / bare.p99))),
  };
}

async function measure({ url, requests }: Load): Promise<Measure> {
  const visitors = [...requests];
  const result = await autocannon({
    url,
    connections: requests.length,
    duration: SECONDS,
    setupClient: (client) => client.setRequests([visitors.pop()!]),
  });
  if (result.non2xx || result.errors) throw new Error(`${url} refused or failed during the run.`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const middle = (measures: Measure[]): Measure => ({
  perSecond: Math.round(median(measures.map(({ perSecond }) => perSecond))),
  p99: median(measures.map(({ p99 }) => p99)),
});
