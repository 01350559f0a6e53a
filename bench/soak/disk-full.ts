import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, rmdir, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inDatabase, openClinic, type SoakClinic } from './clinic.ts';
import { eventually, assert, NotRun } from './assert.ts';

const MEGABYTES = 200;

/**
 * The disk fills up: writes are refused with a clear answer, and once there is room again everything
 * promised is there.
 */
export async function diskFull() {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') {
    throw new NotRun('a small disk can only be made by root on Linux');
  }
  const disk = await mkdtemp(join(tmpdir(), 'bea-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', disk]);
  try {
    await chmod(disk, 0o755);
    const dataFolder = join(disk, 'data');
    await mkdir(dataFolder);
    return await fillAndEmpty(await openClinic({ dataFolder }), disk);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
    await rmdir(disk);
  }
}

async function fillAndEmpty(clinic: SoakClinic, disk: string) {
  const kept = new Set<string>();
  const answers: Record<string, number> = {};
  const write = async () => {
    const email = `${randomUUID()}@example.com`;
    const response = await fetch(`${clinic.url}/rest/v1/invitations`, {
      method: 'POST',
      headers: clinic.service,
      body: JSON.stringify({ email, first_name: 'Robin', last_name: 'x'.repeat(100) }),
    });
    const clear = response.status === 201 || (await isClear(response));
    const answer = `${response.status}${clear ? '' : ' without a clear error'}`;
    answers[answer] = (answers[answer] ?? 0) + 1;
    if (response.status === 201) kept.add(email);
    return response.status === 201;
  };
  try {
    for (let turn = 0; turn < 50; turn += 1) await write();
    const { bavail, bsize } = await statfs(disk);
    await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize, 1)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error; // as full as it gets
      },
    );
    // The space that the database reserved lasts for a while.
    await eventually('a refused write', 60, async () => !(await write()));
    for (let turn = 0; turn < 20; turn += 1) await write();
    await truncate(join(disk, 'ballast'), 0);
    const seconds = await eventually('a write after there was room again', 90, write);
    assert(
      Object.keys(answers).every((answer) => answer === '201' || answer === '503'),
      `answered ${JSON.stringify(answers)}`,
    );
    await nothingLost(clinic, kept);
    return { answers, secondsUntilItWorks: Math.round(seconds), kept: kept.size };
  } finally {
    await rm(join(disk, 'ballast'), { force: true });
    await clinic.remove();
  }
}

async function isClear(response: Response): Promise<boolean> {
  const body = (await response.json()) as { code?: unknown; message?: unknown };
  return (
    typeof body.code === 'string' && typeof body.message === 'string' && response.headers.has('retry-after')
  );
}

/** Every promised row is there, by the table and by its index, and every table can be read to its end. */
async function nothingLost(clinic: SoakClinic, kept: Set<string>): Promise<void> {
  await inDatabase(clinic, async ({ query }) => {
    const { rows } = await query<{ email: string }>('select email from public.invitations');
    const there = new Set(rows.map(({ email }) => email));
    const lost = [...kept].filter((email) => !there.has(email));
    assert(lost.length === 0, `${lost.length} promised rows are gone`);
    await query('reindex table public.invitations');
    await query('vacuum (analyze) public.invitations');
  });
}
