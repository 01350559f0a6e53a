import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

export type Prerendered = { title: string; html: string };

/**
 * Renders pages with the portal's own components: the sign-in form itself, and the frame of the others. The
 * first paint needs only the page and its styles, and nothing moves when the code arrives.
 */
export async function prerenderPages(
  root: string,
  paths: string[],
): Promise<Map<string, Prerendered | null>> {
  const vite = await createServer({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    plugins: [react()],
    resolve: { tsconfigPaths: true },
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { prerender } = (await vite.ssrLoadModule('/src/patient/prerender.tsx')) as {
      prerender: (path: string) => Prerendered | null;
    };
    return new Map(paths.map((path) => [path, prerender(path)]));
  } finally {
    await vite.close();
  }
}
