const SENTENCES: Record<string, string> = {
  EACCES:
    'this user can’t read or write it. Give it to the user that runs the portal (chown), or use another path',
  EPERM: 'this user can’t change it. Give it to the user that runs the portal (chown), or use another path',
  EROFS: 'its file system is read-only. Use another path, or let the service write there (ReadWritePaths)',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EEXIST: 'there is a file at this path',
  EISDIR: 'it is a folder, not a file',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user’s disk quota is full',
};

/**
 * Explains the system's error about a file in words that tell people what to do. Null for any other error.
 */
export function fileProblem(error: unknown, path = pathOf(error)): string | null {
  const sentence = SENTENCES[(error as NodeJS.ErrnoException | null)?.code ?? ''];
  return sentence && path ? `${path}: ${sentence}.` : null;
}

/** Sockets have the same error codes, but no file. */
function pathOf(error: unknown): string | undefined {
  const { syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'listen' || syscall?.startsWith('spawn') ? undefined : path;
}
