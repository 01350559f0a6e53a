/**
 * For a module that failed to load. A browser may remember that and not retry the URL while the page is
 * open, so it is requested under another one. Browsers that do not report the module retry by themselves.
 */
export async function importAgain<Module>(failure: unknown): Promise<Module> {
  const [address] = /https?:\S+\.js/.exec(String(failure)) ?? [];
  if (!address) throw failure;
  return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Module;
}
