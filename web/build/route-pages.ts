import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { chunkFiles } from './chunk-files.ts';
import { criticalStyles } from './critical-styles.ts';
import { firstVisitCode } from './first-visit.ts';
import { prerenderPages, type Prerendered } from './prerender.ts';
import { settingsFiles } from './settings-files.ts';

type Bundle = Rolldown.OutputBundle;

const ROUTE = /\/src\/patient\/routes\/(.+)\.tsx$/;
/** Code that every signed-in page needs besides its own. */
const PORTAL = '/src/patient/shell/portal.tsx';
const SIGN_IN = 'auth';
const HOME = 'home';

/**
 * Writes one page per route (`home/index.html` …): prerendered, and requesting its code, settings and fonts
 * right away, so that no file waits for another to name it. On Home the data goes first: `src/first-visit`,
 * inlined in the page, requests settings and fonts after it. Any other path gets `index.html`, which works
 * for every route, a little later.
 */
export function routePages(): Plugin {
  let links: string[] = [];
  let config: ResolvedConfig;
  return {
    name: 'route-pages',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved;
      links = settingsFiles(config.env).map(
        (file) => `<link rel="preload" href="${file}" as="fetch" crossorigin>`,
      );
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build made no index.html.');
        const icon = await readFile(join(config.root, 'public/icons/favicon.svg'), 'utf8');
        const html = withIcon(String(page.source), icon);
        page.source = withFonts(withLinks(html, links), fonts(bundle));
        const pages = [SIGN_IN, ...routes(bundle)];
        const firstVisit = await firstVisitCode(config, bundle);
        const prerendered = await prerenderPages(
          config.root,
          pages.map((route) => `/${route}`),
        );
        for (const route of pages) {
          const content = prerendered.get(`/${route}`);
          const modules = content && route !== SIGN_IN ? [moduleOf(route), PORTAL] : [moduleOf(route)];
          const asked =
            route === HOME
              ? withCode(withoutManifest(html), firstVisit)
              : withFonts(withLinks(html, links), fonts(bundle));
          const code = chunkFiles(bundle, modules).filter((file) => !asked.includes(file));
          const source = withLinks(asked, code.map(codeLink));
          this.emitFile({
            type: 'asset',
            fileName: `${route}/index.html`,
            source: content ? withStyles(pageOf(route, source, content), bundle, route === HOME) : source,
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

/** Every lazily loaded module of routes/, by its path. */
function routes(bundle: Bundle): string[] {
  return allModules(bundle).flatMap((id) => {
    const route = ROUTE.exec(id)?.[1];
    return route && route !== SIGN_IN && route !== 'not-found' ? [route] : [];
  });
}

/**
 * A phone sends six requests at a time, and Home's data needs them all: `shell/after-first-screen.ts` loads
 * it.
 */
const withoutManifest = (html: string) => html.replace(/\s*<link rel="manifest"[^>]*>/, '');

const moduleOf = (route: string) => `/src/patient/routes/${route}.tsx`;

const allModules = (bundle: Bundle) =>
  Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));

/** Inlined: 300 bytes are not worth a request. */
const withIcon = (html: string, icon: string) =>
  html.replace(
    'href="/icons/favicon.svg"',
    () => `href="data:image/svg+xml,${encodeURIComponent(icon.trim())}"`,
  );

const codeLink = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

const withLinks = (html: string, links: string[]) =>
  html.replace('</head>', `${links.map((link) => `  ${link}\n`).join('')}  </head>`);

/**
 * Chrome paints nothing for a moment while fonts requested by the head are loading; the stand-ins are there
 * right away.
 */
const withFonts = (html: string, links: string[]) =>
  html.replace('<body>', `<body>${links.map((link) => `\n    ${link}`).join('')}`);

/** Runs once everything prerendered is there, and before the style sheet, which requests the fonts. */
const withCode = (html: string, code: string) =>
  html.replace('</body>', () => `  <script>${code.replaceAll('</script', '<\\/script')}</script>\n  </body>`);

const pageOf = (route: string, html: string, content: Prerendered) =>
  route === SIGN_IN ? withoutFormIfSignedIn(withContent(html, content)) : withContent(html, content);

/**
 * Someone with a session never sees the form: <Loading>'s content replaces it before the page's end, and so
 * before it is painted. Without storage there is no session either.
 */
const LOADING = `<main class="grid min-h-dvh place-items-center"><output class="w-20 animate-pulse text-soft">Loading.....</output></main>`;
const SIGNED_IN = `try{if(Object.keys(localStorage).some(k=>/^sb-.+-auth-token$/.test(k)))document.getElementById('root').innerHTML='${LOADING}'}catch{}`;

const withoutFormIfSignedIn = (html: string) =>
  html.replace('<noscript id="end"', () => `<script>${SIGNED_IN}</script>\n    <noscript id="end"`);

const withContent = (html: string, { title, html: content }: Prerendered) =>
  html
    .replace(/<title>.*<\/title>/, `<title>${title} · Béa</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`);

const STYLES = /\s*<link rel="stylesheet" crossorigin href="\/([^"]+)">/;

/**
 * The prerendered content's styles are inlined, so that it is painted as soon as the page arrives. The
 * whole sheet comes after it: a browser paints what is before such a link, and runs no code until it is
 * loaded.
 */
function withStyles(html: string, bundle: Bundle, withoutFonts: boolean): string {
  const [link, file] = STYLES.exec(html) ?? [];
  const sheet = file && bundle[file];
  if (!link || !sheet || sheet.type !== 'asset') throw new Error('The page has no style sheet.');
  const critical = criticalStyles(String(sheet.source), html);
  const styles = withoutFonts ? critical.replaceAll(/@font-face\{[^{}]*url\([^{}]*\}/g, '') : critical;
  return html
    .replace(link, () => `\n    <style>${styles}</style>`)
    .replace('</body>', () => `${link.trim()}\n  </body>`);
}
