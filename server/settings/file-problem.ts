const SENTENCES: Record<string, string> = {
  EACCES:
    'this user may not read or write it. Give it to the user that runs the portal (chown), or name another place',
  EPERM:
    'this user may not change it. Give it to the user that runs the portal (chown), or name another place',
  EROFS:
    'its file system can only be read. Name another place, or let the service write there (ReadWritePaths)',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EEXIST: 'there is a file in its place',
  EISDIR: 'it is a folder, not a file',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'its disk is full',
  EDQUOT: 'this user has no room left on its disk',
};

/** What the system says about a file, in words that somebody can act on; null for anything else. */
export function fileProblem(error: unknown, path = pathOf(error)): string | null {
  const sentence = SENTENCES[(error as NodeJS.ErrnoException | null)?.code ?? ''];
  return sentence && path ? `${path}: ${sentence}.` : null;
}

/** Sockets have the same codes, and no file. */
function pathOf(error: unknown): string | undefined {
  const { syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'listen' || syscall?.startsWith('spawn') ? undefined : path;
}
