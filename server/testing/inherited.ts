/** The environment for commands that a test starts: no settings, and the compile cache. */
export const inherited: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
