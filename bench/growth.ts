import { FREQUENT_REQUESTS, headersOf, SLOTS, type PatientRequest } from './requests.ts';
import { withServers } from './child-servers.ts';
import { makeClinic, withCluster, type Clinic } from './clinic.ts';
import { median, percentile, round } from './numbers.ts';

// Is the portal as quick for a patient among a million as for one among a thousand?

const SIZES = [1_000, 100_000, 1_000_000];
const ROUNDS = 7;
const REQUESTS = 100;

export type GrowthResult = {
  patients: number[];
  /** For each request, the median time in milliseconds at each size, and its ratio to the smallest. */
  requests: Record<string, { p50: number[]; ratio: number[] }>;
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
      const requests: GrowthResult['requests'] = {};
      for (const request of [...FREQUENT_REQUESTS, SLOTS])
        requests[request.name] = await acrossSizes(request, urls, clinics);
      const ratios = Object.values(requests).flatMap(({ ratio }) => ratio);
      return { patients: sizes, requests, largestRatio: Math.max(...ratios) };
    });
  });

/** Alternates, one request at a time: the question is how long one patient waits. */
async function acrossSizes(request: PatientRequest, urls: string[], clinics: Clinic[]) {
  const rounds: number[][] = [];
  for (let turn = -1; turn < ROUNDS; turn += 1) {
    const times: number[] = [];
    for (const [at, clinic] of clinics.entries()) times.push(await p50(urls[at]!, request, clinic));
    if (turn >= 0) rounds.push(times); // the first turn only warms up
  }
  return {
    p50: clinics.map((_, at) => round(median(rounds.map((times) => times[at]!)))),
    ratio: clinics.map((_, at) => round(median(rounds.map((times) => times[at]! / times[0]!)))),
  };
}

async function p50(url: string, request: PatientRequest, clinic: Clinic): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const visitor = clinic.visitors[turn % clinic.visitors.length]!;
    const begun = performance.now();
    const response = await fetch(url + request.path(visitor), {
      headers: headersOf(request, clinic, visitor),
    });
    await response.text();
    times.push(performance.now() - begun);
    if (!response.ok) throw new Error(`${request.name} was answered ${response.status}.`);
  }
  return percentile(times, 50);
}
