/**
 * The first signal stops the server in order, by calling `stop`. A second one ends the process right away.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void stop().then(() => process.exit(0)); // a failure stays unhandled, so Node prints it and exits with 1
    });
  }
}
