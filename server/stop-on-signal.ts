/** From here on the first signal asks `stop` to finish what is under way; a second one does not wait. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void stop().then(() => process.exit(0)); // a failure is nobody's to handle: it is printed, and the exit code tells
    });
  }
}
