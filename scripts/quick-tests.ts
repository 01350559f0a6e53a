import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** For this process and those that it starts; what is set already stays. */
export function makeTestsQuick(): void {
  // A test database is copied in a tenth of a second in memory, and in half a second to a second on a disk. What a kill leaves behind
  // is the same on both.
  if (!process.env['TMPDIR'] && hasRoom()) process.env['TMPDIR'] = MEMORY;
  // Commands and servers are started hundreds of times: half of a start was reading the same files again.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled');
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES && mayRunPrograms();
  } catch {
    return false; // not on this system
  }
}

/** Some tests write programs to their folder, and a container engine may not allow running them there. */
function mayRunPrograms(): boolean {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const options = mounted.findLast(([, place]) => place === MEMORY)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
