import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { AloneFrame } from '@/components/layout/shell/alone-frame.tsx';
import { Shell } from '@/components/layout/shell/shell.tsx';
import { JourneyTemplate } from '@/first-visit/journey-template.tsx';
import { setUser } from '@/lib/backend/session.ts';
import { backFrom, logEntries, navigation } from './navigation.ts';
import { PagePlaceholder } from './shell/page-placeholder.tsx';
import { pageAt, type Page } from './pages.ts';

type Prerendered = { title: string; html: string };

/** Runs at build time: a page's content before its code has loaded. Null for pages outside the portal. */
export function prerender(path: string): Prerendered | null {
  if (path === '/auth') return { title: 'Log in', html: signIn() };
  const page = pageAt(path);
  if (!page) return null;
  const content = (
    <>
      {frame(page)}
      {path === '/home' && <JourneyTemplate />}
    </>
  );
  return { title: page.title, html: renderToStaticMarkup(at(path, content)) };
}

/** Complete, because the browser hydrates it instead of rendering it again. */
function signIn(): string {
  setUser(null);
  return renderToString(at('/auth', <App />));
}

const at = (path: string, children: ReactNode) => <Router ssrPath={path}>{children}</Router>;

function frame(page: Page): ReactNode {
  const loading = <PagePlaceholder path={page.path} />;
  if (page.frame === 'alone') return <AloneFrame>{loading}</AloneFrame>;
  return (
    <Shell
      path={page.path}
      navigation={navigation}
      logEntries={logEntries}
      back={backFrom(page.path)}
      trail={page.trail}
      title={page.title}
    >
      {loading}
    </Shell>
  );
}
