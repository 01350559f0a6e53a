import { readdirSync, readFileSync } from 'node:fs';

// Linux counts in hundredths of a second.
const TICKS = 100;
type Process = { name: string; parent: number; own: number; ended: number };

/** A process's CPU seconds in Linux's format: its own, and those of its children that have ended. */
function processOf(pid: number | 'self'): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(') ') + 2)
      .split(' ')
      .map(Number);
    const [own, ended] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!];
    return {
      name: /\((.*)\)/s.exec(text)![1]!,
      parent: fields[1]!,
      own: own / TICKS,
      ended: ended / TICKS,
    };
  } catch {
    return null; // it has ended, or this is another system
  }
}

export const cpuOfChildren = (pid: number | 'self'): number => processOf(pid)?.ended ?? 0;

/** The PostgreSQL that this process started, with all of its connections, including closed ones. */
export function cpuOfPostgres(): number {
  const all = new Map<number, Process>();
  for (const name of listProcesses()) {
    const found = processOf(Number(name));
    if (found?.name === 'postgres') all.set(Number(name), found);
  }
  let sum = 0;
  for (const { parent, own, ended } of all.values()) {
    if (parent === process.pid) sum += own + ended;
    else if (all.get(parent)?.parent === process.pid) sum += own;
  }
  return sum;
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // another system
  }
}
