/** Metrics in the format of Prometheus. Labels are route patterns and codes: never a parameter. */
export type Metrics = {
  observe: (request: Observed) => void;
  refused: () => void;
  /** An email with a code that a patient is waiting for. */
  codeMail: (result: CodeMail) => void;
  render: () => string[];
};

type CodeMail = 'sent' | 'failed';
export type Observed = { method: string; route: string; status: number; seconds: number };

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Timing = { buckets: number[]; sum: number; count: number };

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const timings = new Map<string, Timing>();
  // Both series exist from the start, because Prometheus sees no increase in a series that starts with its
  // first failure.
  const codeMails: Record<CodeMail, number> = { sent: 0, failed: 0 };
  let refusals = 0;

  return {
    observe: ({ method, route, status, seconds }) => {
      const labels = `method="${method}",route="${route}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      const timing = timings.get(route) ?? { buckets: BOUNDS.map(() => 0), sum: 0, count: 0 };
      timings.set(route, timing);
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) timing.buckets[bucket]! += 1;
      timing.sum += seconds;
      timing.count += 1;
    },
    refused: () => {
      refusals += 1;
    },
    codeMail: (result) => {
      codeMails[result] += 1;
    },
    render: () => [
      ...described('http_requests_total', 'counter', 'Requests by route pattern and status.'),
      ...[...requests].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
      ...described(
        'http_request_duration_seconds',
        'histogram',
        'From the first byte in to the last byte out.',
      ),
      ...[...timings].flatMap(([route, timing]) => histogram(route, timing)),
      ...single(
        'http_requests_refused_total',
        'counter',
        'Answered 503 because too many were waiting.',
        refusals,
      ),
      ...each(
        'portal_code_mails_total',
        'counter',
        'Emails with a code to sign in or to change an address.',
        {
          label: 'result',
          values: codeMails,
        },
      ),
    ],
  };
}

function histogram(route: string, { buckets, sum, count }: Timing): string[] {
  const name = 'http_request_duration_seconds';
  let below = 0;
  const lines = BOUNDS.map((bound, at) => {
    below += buckets[at]!;
    return `${name}_bucket{route="${route}",le="${bound}"} ${below}`;
  });
  return [
    ...lines,
    `${name}_bucket{route="${route}",le="+Inf"} ${count}`,
    `${name}_sum{route="${route}"} ${sum}`,
    `${name}_count{route="${route}"} ${count}`,
  ];
}

type Kind = 'counter' | 'gauge' | 'histogram';

const described = (name: string, kind: Kind, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
];

/** A value without labels. */
export const single = (name: string, kind: Kind, help: string, value: number): string[] => [
  ...described(name, kind, help),
  `${name} ${value}`,
];

/** One value for each value of a label. */
export const each = (
  name: string,
  kind: Kind,
  help: string,
  { label, values }: { label: string; values: Record<string, number> },
): string[] => [
  ...described(name, kind, help),
  ...Object.entries(values).map(([key, value]) => `${name}{${label}="${key}"} ${value}`),
];
