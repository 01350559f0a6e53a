import autocannon from 'autocannon';
import { recordStatements } from './api/record.ts';
import { MOST_FREQUENT, headersOf } from './requests.ts';
import { withServers } from './child-servers.ts';
import { makeClinic, withCluster } from './clinic.ts';
import { median, round } from './numbers.ts';

// How much of a bare Node server's throughput is left when the portal's five most frequent requests go through our server?

const PATIENTS = 1_000;
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;

type Measure = { perSecond: number; p99: number };
export type ApiResult = Record<
  string,
  { ours: Measure; bare: Measure; throughputRatio: number; p99Ratio: number }
>;

export const measureApi = (): Promise<ApiResult> =>
  withCluster(async (clusterUrl) => {
    const clinic = await makeClinic(clusterUrl, PATIENTS);
    const recorded = await recordStatements(clinic, MOST_FREQUENT);
    const environment = { DATABASE_URL: clinic.url, SECRETS: JSON.stringify(clinic.secrets) };
    const servers = [
      { file: 'api/bare-server.ts', environment: { ...environment, STATEMENTS: JSON.stringify(recorded) } },
      { file: 'api/our-server.ts', environment },
    ];
    return withServers(servers, async ([bareUrl, ourUrl]) => {
      const result: ApiResult = {};
      for (const [at, request] of MOST_FREQUENT.entries()) {
        const visitor = clinic.visitors[0]!;
        const headers = headersOf(request, clinic, visitor);
        result[request.name] = await compare(`${bareUrl}/${at}`, ourUrl + request.path(visitor), headers);
      }
      return result;
    });
  });

/** In turns, so that whatever else the machine does falls on both. */
async function compare(bareUrl: string, ourUrl: string, headers: Record<string, string>) {
  for (const url of [bareUrl, ourUrl]) await load(url, headers); // until the compiler is done
  const rounds: { bare: Measure; ours: Measure }[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    rounds.push({ bare: await load(bareUrl, headers), ours: await load(ourUrl, headers) });
  }
  return {
    ours: middle(rounds.map(({ ours }) => ours)),
    bare: middle(rounds.map(({ bare }) => bare)),
    throughputRatio: round(median(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond))),
    p99Ratio: round(median(rounds.map(({ ours, bare }) => ours.p99 / bare.p99))),
  };
}

async function load(url: string, headers: Record<string, string>): Promise<Measure> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx || result.errors) throw new Error(`${url} refused or failed during the run.`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const middle = (measures: Measure[]): Measure => ({
  perSecond: Math.round(median(measures.map(({ perSecond }) => perSecond))),
  p99: median(measures.map(({ p99 }) => p99)),
});
