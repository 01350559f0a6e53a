import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Servers in their own processes, each with its port. All of them stop when the work ends. */
export async function withServers<T>(
  servers: { file: string; environment: Record<string, string> }[],
  work: (urls: string[]) => Promise<T>,
): Promise<T> {
  const children: ChildProcess[] = [];
  try {
    const urls = await Promise.all(
      servers.map(async ({ file, environment }) => {
        const child = fork(join(import.meta.dirname, file), {
          env: { ...process.env, ...environment },
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        });
        children.push(child);
        return `http://127.0.0.1:${await portOf(child, file)}`;
      }),
    );
    return await work(urls);
  } finally {
    for (const child of children) child.kill();
  }
}

const portOf = (child: ChildProcess, file: string) =>
  new Promise<number>((ready, failed) => {
    child.once('message', (port) => ready(port as number));
    child.once('exit', () => failed(new Error(`${file} did not start.`)));
  });
