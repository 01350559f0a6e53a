import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Tells a static host, as Netlify and Cloudflare Pages read it, to answer every address of the care team's workspace with
 * its page. Cloudflare takes a rule that names `team.html`, or an `index.html`, for a loop.
 */
export const writeStaticRedirects = (folder: string): Promise<void> =>
  writeFile(join(folder, '_redirects'), '/team/* /team 200\n');
