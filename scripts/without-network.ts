import { spawnSync } from 'node:child_process';

/** A network namespace with only loopback; root needs no user namespace for it. */
const NAMESPACE = process.getuid?.() === 0 ? ['unshare', '-n'] : ['unshare', '-cn', '--keep-caps'];

/** The command that runs another one without a network. */
export const withoutNetwork = (...command: string[]): [string, string[]] => {
  const [first, ...rest] = [...NAMESPACE, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command];
  return [first!, rest];
};

export const canCutNetwork = (): boolean => spawnSync(...withoutNetwork('true')).status === 0;
