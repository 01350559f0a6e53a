/** What the runners tell `npm test` while they run. */
export type Message =
  | { kind: 'begun'; file: string }
  | { kind: 'ended'; file: string; passed: number; failed: string[]; notRun?: string[]; times?: FileTimes }
  | { kind: 'postgres'; cpu: number };

/** Seconds of one file, by what they went into. */
export type FileTimes = {
  file: string;
  project: string;
  tests: number;
  /** Loading the file and its hooks. */
  setUp: number;
  running: number;
  /** Of the worker and of what it started and saw end; null where the system does not count it. */
  cpu: number | null;
};

/** To the process that started this one, if that listens. */
export function tell(message: Message): void {
  process.send?.(message);
}
