import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Tests write their databases into memory where the machine has room for it: a test database is copied in a tenth of a
 * second there, and in half a second to a second on a disk. What a kill leaves behind is the same on both.
 * A TMPDIR that is set already stays.
 */
export function testInMemory(): void {
  if (process.env['TMPDIR'] || !hasRoom()) return;
  process.env['TMPDIR'] = MEMORY;
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

/** Some tests put programs into their folder, and a container engine may forbid to run them there. */
function mayRunPrograms(): boolean {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const options = mounted.findLast(([, place]) => place === MEMORY)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
