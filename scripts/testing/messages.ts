/** Messages from the test runners to `npm test`. */
export type Message =
  | { kind: 'begun'; file: string }
  | { kind: 'ended'; file: string; passed: number; failed: string[]; notRun?: string[]; times?: FileTimes }
  | { kind: 'postgres'; cpu: number };

/** One file's seconds, by phase. */
export type FileTimes = {
  file: string;
  project: string;
  tests: number;
  /** Loading the file and its hooks. */
  setUp: number;
  running: number;
  /** CPU seconds of the worker and its ended children. Null if the system doesn't count them. */
  cpu: number | null;
};

/** Sends it to the parent process, if that listens. */
export function tell(message: Message): void {
  process.send?.(message);
}
