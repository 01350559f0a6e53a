import { BUSIEST, headersOf, SLOTS, type PatientCall } from './requests.ts';
import { withServers } from './child-servers.ts';
import { makeClinic, withCluster, type Clinic } from './clinic.ts';
import { median, percentile, round } from './numbers.ts';

// Is the portal as quick for a patient among a million as for one among a thousand?

const SIZES = [1_000, 100_000, 1_000_000];
const ROUNDS = 7;
const REQUESTS = 100;

export type GrowthResult = {
  patients: number[];
  /** For each call, the median time in milliseconds at each size, and its ratio to the smallest. */
  calls: Record<string, { p50: number[]; ratio: number[] }>;
  largestRatio: number;
};

export const measureGrowth = (sizes = SIZES): Promise<GrowthResult> =>
  withCluster(async (clusterUrl) => {
    const clinics: Clinic[] = [];
    for (const size of sizes) clinics.push(await makeClinic(clusterUrl, size));
    const servers = clinics.map(({ url, secrets }) => ({
      file: 'api/our-server.ts',
      environment: { DATABASE_URL: url, SECRETS: JSON.stringify(secrets) },
    }));
    return withServers(servers, async (urls) => {
      const calls: GrowthResult['calls'] = {};
      for (const call of [...BUSIEST, SLOTS]) calls[call.name] = await acrossSizes(call, urls, clinics);
      const ratios = Object.values(calls).flatMap(({ ratio }) => ratio);
      return { patients: sizes, calls, largestRatio: Math.max(...ratios) };
    });
  });

/** In turns, one request at a time: what is asked for is how long one patient waits. */
async function acrossSizes(call: PatientCall, urls: string[], clinics: Clinic[]) {
  const rounds: number[][] = [];
  for (let turn = -1; turn < ROUNDS; turn += 1) {
    const times: number[] = [];
    for (const [at, clinic] of clinics.entries()) times.push(await p50(urls[at]!, call, clinic));
    if (turn >= 0) rounds.push(times); // the first turn only warms up
  }
  return {
    p50: clinics.map((_, at) => round(median(rounds.map((times) => times[at]!)))),
    ratio: clinics.map((_, at) => round(median(rounds.map((times) => times[at]! / times[0]!)))),
  };
}

async function p50(url: string, call: PatientCall, clinic: Clinic): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const visitor = clinic.visitors[request % clinic.visitors.length]!;
    const begun = performance.now();
    const response = await fetch(url + call.path(visitor), { headers: headersOf(call, clinic, visitor) });
    await response.text();
    times.push(performance.now() - begun);
    if (!response.ok) throw new Error(`${call.name} was answered ${response.status}.`);
  }
  return percentile(times, 50);
}
