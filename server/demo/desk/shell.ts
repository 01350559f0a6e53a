import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/** The layout of the desk's pages. */
export const shell = (title: string, body: Html | string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Béa demo</title>
        <link rel="icon" href="/icons/favicon.svg" />
        <link rel="preload" href="/dev/fonts/fraunces.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="preload" href="/dev/fonts/figtree.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="/dev/desk.css" />
        <script src="/dev/desk.js" defer></script>
      </head>
      <body>
        <header class="top">
          <a href="/dev" class="logo">
            <svg viewBox="0 0 36 36" aria-hidden="true">
              <circle cx="18" cy="18" r="17" class="sky" />
              <path class="far" d="M17.5 31.5C11.5 27 8.5 20.5 9 12.5c5.8 4.2 8.7 10.5 8.5 19Z" />
              <path class="near" d="M17.5 31.5c-1-10.5 1.5-19 8.7-25.5 2.5 10-.7 19-8.7 25.5Z" />
            </svg>
            Béa <span class="caption">Demo</span>
          </a>
          <nav aria-label="Demo">
            <a href="/dev/mailbox">Mailbox</a>
            <a href="/dev/docs/clinic-handbook.md">Handbook</a>
          </nav>
        </header>
        ${body}
      </body>
    </html>`;
