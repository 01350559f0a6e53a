import { arch, cpus, platform, release, totalmem } from 'node:os';

/** The machine something was measured on. */
export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()} ${arch()}, Node ${process.versions.node}`;
