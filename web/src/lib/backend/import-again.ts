/**
 * For a module that did not come. A browser may remember that and not ask for the address again as long as the page is
 * open, so it is asked for under another one. Browsers that do not say which module it was ask again by themselves.
 */
export async function importAgain<Module>(failure: unknown): Promise<Module> {
  const [address] = /https?:\S+\.js/.exec(String(failure)) ?? [];
  if (!address) throw failure;
  return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Module;
}
