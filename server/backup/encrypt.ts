import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

export class NotEncrypted extends Error {}

/** `output` is `input` encrypted in age's format. `ended` rejects where age fails. */
export type Cipher = { input: Writable; output: Readable; ended: Promise<void> };

/** Through a pipe, so that plain text is never on disk, even if this process is killed. */
export function encryptTo(recipient: string): Cipher {
  const child = spawn('age', ['--encrypt', '--recipient', recipient], { stdio: 'pipe' });
  return { input: child.stdin, output: child.stdout, ended: exitOf(child) };
}

async function exitOf(child: ChildProcess): Promise<void> {
  const stderr = text(child.stderr!);
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new NotEncrypted('age is not installed, so nothing was written. Install it: apt-get install age')
      : error;
  });
  if (code === 0) return;
  const [reason = ''] = (await stderr).split('\n');
  throw new NotEncrypted(`age couldn’t encrypt for this recipient: ${reason || `it ended with ${code}`}`);
}

/** Encrypts nothing: a missing program or a mistyped key is reported before the database is read. */
export async function checkRecipient(recipient: string): Promise<void> {
  const { input, output, ended } = encryptTo(recipient);
  input.on('error', () => {}); // if it does not run, `ended` says why
  input.end();
  await Promise.all([ended, buffer(output)]);
}
