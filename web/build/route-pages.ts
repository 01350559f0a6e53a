import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const ROUTE = /\/src\/routes\/(.+)\.tsx$/;
/** What every signed-in page needs besides its own code: the frame around it, sessions and tables. */
const PORTAL = ['/src/portal/portal.tsx', '/@supabase/auth-js/dist/module/index.js'];

/**
 * Writes one page a route (`home/index.html` …), each asking at once for its fonts, its settings and its code, so that
 * no file waits for another to name it. Any other path gets `index.html`, which works for every route, a little later.
 */
export function routePages(): Plugin {
  let links: string[] = [];
  return {
    name: 'route-pages',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ env }) => {
      const builtIn = env['VITE_SUPABASE_URL'] && env['VITE_SUPABASE_ANON_KEY'];
      links = builtIn ? [] : ['<link rel="preload" href="/config.json" as="fetch" crossorigin>'];
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build made no index.html.');
        const html = withLinks(String(page.source), [...fonts(bundle), ...links]);
        page.source = html;
        for (const [route, chunk] of routes(bundle)) {
          const code = [chunk.fileName, ...PORTAL.map((module) => chunkOf(bundle, module))];
          this.emitFile({
            type: 'asset',
            fileName: `${route}/index.html`,
            source: withLinks(
              html,
              [...needed(bundle, code)].filter((file) => !html.includes(file)).map(codeLink),
            ),
          });
        }
      },
    },
  };
}

function fonts(bundle: Bundle): string[] {
  return Object.keys(bundle)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`);
}

function routes(bundle: Bundle): [string, Rolldown.OutputChunk][] {
  return Object.values(bundle).flatMap((file) => {
    const route = file.type === 'chunk' && ROUTE.exec(file.facadeModuleId ?? '')?.[1];
    return file.type === 'chunk' && route ? [[route, file] as [string, Rolldown.OutputChunk]] : [];
  });
}

function chunkOf(bundle: Bundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!chunk) throw new Error(`No code was built from ${module}.`);
  return chunk.fileName;
}

function needed(bundle: Bundle, files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) continue;
    found.add(file);
    needed(bundle, chunk.imports, found);
  }
  return found;
}

const codeLink = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

const withLinks = (html: string, links: string[]) =>
  html.replace('</head>', `${links.map((link) => `  ${link}\n`).join('')}  </head>`);
