/** What a command that a test starts has of the test's environment: no settings, and what is compiled already. */
export const inherited: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
