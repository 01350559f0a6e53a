import type { FrontEndResult } from './front-end.ts';
import type { Results } from './result-types.ts';

export type Row = { question: string; measured: string; target: string };

const BEGIN = '<!-- bench: written by npm run bench -->';
const END = '<!-- /bench -->';

/** The rows a README visitor wants to see; docs/figures.md has all of them. */
const HEADLINES = [
  /^Sign-in: (code|largest paint on a really)/,
  /^Home, first visit: (code|on a really|Lighthouse)/,
  /^Request "record"/,
  /^A day of slots/,
  /^A first `npm start`/,
  /^Bookings while/,
];

export const headlines = (rows: Row[]): Row[] =>
  rows.filter(({ question }) => HEADLINES.some((pattern) => pattern.test(question)));

/** The page with its table replaced by these rows. */
export function withTable(page: string, results: Results, rows: Row[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The page has no place for the table: ${BEGIN}`);
  return `${before}${BEGIN}\n\n${tableOf(results, rows)}\n\n${END}${after}`;
}

export const tableOf = (results: Results, rows = rowsOf(results)): string =>
  [
    `Measured ${results.date} on ${results.machine}. Ratios carry over to other machines better than times.`,
    '',
    '| Question | Measured | Target |',
    '|---|---|---|',
    ...rows.map(({ question, measured, target }) => `| ${question} | ${measured} | ${target} |`),
  ].join('\n');

export const rowsOf = (results: Results): Row[] => [
  ...(results.frontEnd ? frontEndRows(results.frontEnd) : []),
  ...(results.api ? apiRows(results.api) : []),
  ...(results.slots ? slotsRows(results.slots) : []),
  ...(results.realtime ? realtimeRows(results.realtime) : []),
  ...(results.growth ? growthRows(results.growth) : []),
  ...(results.month ? monthRows(results.month) : []),
  ...(results.workspace ? workspaceRows(results.workspace) : []),
  ...(results.conversations ? conversationsRows(results.conversations) : []),
  ...(results.today ? todayRows(results.today) : []),
  ...(results.start ? startRows(results.start) : []),
  ...(results.soak ? soakRows(results.soak) : []),
];

const screen = (name: string, one: FrontEndResult['signIn'], targets: [string, string, string]): Row[] => [
  {
    question: `${name}: code and styles, KB`,
    measured: `JS ${one.jsGzip} gzip, ${one.jsBrotli} brotli${one.laterJsGzip ? `, then ${one.laterJsGzip} gzip when idle` : ''}; CSS ${one.cssGzip}, ${one.cssBrotli}; ${one.requests} requests before data`,
    target: targets[0],
  },
  {
    question: `${name}: largest paint on a simulated phone`,
    measured: `${one.lcpRatio} of a minimal React page (${one.lcp} ms; first paint ${one.fcp} ms, blocked ${one.tbt} ms, moved ${one.cls})`,
    target: targets[1],
  },
  {
    question: `${name}: Lighthouse performance, accessibility, best practices`,
    measured: `${one.score}, ${one.accessibility}, ${one.bestPractices}`,
    target: targets[2],
  },
];

/** On two cores these are a race: a first visit is judged on the slowed phone. */
const SIMULATED = ' (simulated, not judged)';

function frontEndRows({ signIn, home, slowed, minimal }: FrontEndResult): Row[] {
  return [
    ...screen('Sign-in', signIn, ['JS 90 gzip, 7 requests', '', `99${SIMULATED}, 100, 100`]),
    {
      question: 'Sign-in: largest paint on a really slowed phone',
      measured: `${slowed.signIn.lcpRatio} of a minimal React page (blocked ${slowed.signIn.blocked} ms)`,
      target: '0.55',
    },
    ...screen('Home, first visit', home, ['JS 135 gzip, 7 requests', '', `97${SIMULATED}, 100, 100`]),
    {
      question:
        'Home, first visit: on a really slowed phone the plan is visible, and everything on the screen',
      measured: `${slowed.home.journeyRatio}, and ${slowed.home.dataRatio} of a minimal React page (blocked ${slowed.home.blocked} ms)`,
      target: '1.25, and 1.6; blocked 200 ms',
    },
    {
      question: 'Minimal React page, the measure for both',
      measured: `${minimal.gzip} KB gzip, largest paint ${minimal.lcp} ms, score ${minimal.score}`,
      target: '',
    },
  ];
}

const apiRows = (api: NonNullable<Results['api']>): Row[] =>
  Object.entries(api).map(([name, { ours, throughputRatio, p99Ratio }]) => ({
    question: `Request "${name}": throughput next to bare Node and pg`,
    measured: `${throughputRatio} (${ours.perSecond} a second; slowest hundredth ${ours.p99} ms, ${p99Ratio} of theirs)`,
    target: 'at least 0.7',
  }));

const slotsRows = ({ readMs, slotsMs, ratio }: NonNullable<Results['slots']>): Row[] => [
  {
    question: 'A day of slots next to a plain indexed read, 50 hosts and 100,000 appointments',
    measured: `${ratio} (${slotsMs} ms and ${readMs} ms)`,
    target: 'at most 3',
  },
];

const realtimeRows = (realtime: NonNullable<Results['realtime']>): Row[] => [
  {
    question: `A broadcast to ${realtime.sockets} open sockets, slowest hundredth`,
    measured: `${realtime.p99Ms} ms (median ${realtime.medianMs} ms, ${realtime.missed} missed; ${realtime.megabytesWithSockets} MB with them)`,
    target: '100 ms, 0 missed',
  },
];

function growthRows({ patients, requests }: NonNullable<Results['growth']>): Row[] {
  return Object.entries(requests).map(([name, { p50, ratio }]) => ({
    question: `Request "${name}": median at ${patients.join(', ')} patients`,
    measured: `${p50.join(', ')} ms; ratio ${ratio.slice(1).join(', ')}`,
    target: 'ratio at most 1.25',
  }));
}

const monthRows = (month: NonNullable<Results['month']>): Row[] => [
  {
    question:
      'One patient’s month (docs/scale.md says what they do): requests, transactions, bytes, processor time',
    measured: `${month.requests} requests, ${month.transactions} transactions, ${month.kilobytes} KB (${month.auditRows} rows of the log, ${month.auditKilobytes} KB), server ${month.serverSeconds} s and PostgreSQL ${month.databaseSeconds} s, over ${month.patients} patients on ${month.machine}`,
    target: '',
  },
];

const workspaceRows = ({ patients, requests }: NonNullable<Results['workspace']>): Row[] =>
  Object.entries(requests).map(([name, { p50, ratio, beside }]) => ({
    question: `The care team's ${name}: median at ${patients.join(', ')} patients`,
    measured: `${p50.join(', ')} ms; ratio ${ratio.slice(1).join(', ')}; ${beside.join(', ')} of a plain read of 50 rows`,
    target: 'ratio at most 1.25; at most 4',
  }));

const conversationsRows = ({ conversations, requests }: NonNullable<Results['conversations']>): Row[] =>
  Object.entries(requests).map(([name, { p50, beside }]) => ({
    question: `Messages with ${conversations} conversations, ${name}: median`,
    measured: `${p50} ms; ${beside} of a plain read of 50 rows`,
    target: 'at most 4',
  }));

const todayRows = ({ patients, coach, clinician, watchMs }: NonNullable<Results['today']>): Row[] => [
  {
    question: `Today, with ${patients.join(', ')} patients under treatment: a coach's, a clinician's`,
    measured: `${coach.map(({ p50 }) => p50).join(', ')} ms, ${clinician.map(({ p50 }) => p50).join(', ')} ms (${coach
      .map(({ items }) => items)
      .join(', ')} items; the job that looks each minute ${watchMs.join(', ')} ms)`,
    target: '200 ms at 10,000',
  },
];

const startRows = (start: NonNullable<Results['start']>): Row[] => [
  {
    question: 'A first `npm start`, install, build and demo data included: on the disk / until it answers',
    measured: `${start.firstStartMegabytes} MB / ${start.firstStartSeconds} s`,
    target: '400 MB',
  },
  {
    question: 'From `npm start` to an answering portal, installed but not built / with data',
    measured: `${start.coldSeconds} s / ${start.withDataSeconds} s`,
    target: '15 s / 3 s',
  },
  {
    question: `Memory of the server at rest / after ${start.requests} requests`,
    measured: `${start.megabytesAtRest} MB / ${start.megabytesAfterRequests} MB`,
    target: '150 MB at rest',
  },
];

const SCENARIOS: Record<string, string> = {
  overload: 'Ten times what the server can hold',
  heavyReads:
    'Others during one patient’s twenty simultaneous heaviest reads: p99 at most twice that in calm, or below 20 ms; none refused, memory kept',
  slowConnections: 'Healthy requests during slow connections',
  failingWrites: 'Writes that the database refuses: memory that is kept',
  postgresRestart: 'PostgreSQL ended under load',
  diskFull: 'The disk is full, and then it is not',
  crowd: 'A broadcast to 500 open sockets, every one heard and p99 under 100 ms',
  hostileMessages:
    'Hostile realtime messages: others’ broadcasts at most twice as slow, or below 20 ms; no socket of theirs closed',
  kills:
    'Kills in the middle of writes and of the first start: nothing acknowledged is lost, nothing blocks the next start',
  teamProbes:
    'Random probes by two coaches, a clinician and an administrator at the same time: nothing beyond the rules, every read in the log once, by the right person',
  manyTries: 'What tests try at random, in full instead of a sample',
  cluster:
    'Three members under Patroni, two portals: leaders and portals killed, a leader’s network cut; nothing acknowledged lost or doubled',
  supabaseCli:
    'Supabase’s own CLI pushes migrations and seed to an empty project, again, and once more after a new migration; then it deploys every function, and each starts from what was uploaded',
  alarmKills:
    'One of two servers killed between what a patient tells at night and the alarm: one text for each',
  messages:
    'One of two servers killed while a patient sends a picture or a coach answers: each is there, and once',
  bookingHistory: 'Bookings while server and database are killed: none lost, doubled or made up',
};

const soakRows = (soak: NonNullable<Results['soak']>): Row[] =>
  Object.entries(soak).map(([name, { state, measurements }]) => ({
    question: SCENARIOS[name] ?? name,
    measured: `${state}: ${Object.entries(measurements).map(inWords).join(', ')}`,
    target: 'held',
  }));

/** `secondsToRecover` becomes "seconds to recover". */
const inWords = ([name, value]: [string, unknown]): string =>
  `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${valueInWords(value)}`;

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(' and ');
  if (typeof value !== 'object' || value === null) return String(value);
  return `(${Object.entries(value)
    .map(([what, count]) => `${String(count)} × ${what}`)
    .join('; ')})`;
}
