/** The colors of web/src/styles/tokens.css, for pages outside the build. */
export const DESK_STYLES = `
@font-face { font-family: Fraunces; font-weight: 500; font-display: swap; src: url(/dev/fonts/fraunces.woff2) format('woff2'); }
@font-face { font-family: Figtree; font-weight: 300 900; font-display: swap; src: url(/dev/fonts/figtree.woff2) format('woff2'); }
:root {
  color-scheme: light dark;
  --paper: #fbf6ef; --card: #fffdfa; --line: #e8dfd3; --edge: #968a7d; --ink: #232a3d; --soft: #5d6375;
  --brand: #7a2e4a; --brand-deep: #652139; --on-brand: #fffaf5; --brand-ink: #5a1f36; --blush: #f4e1d8;
  --task: #22335c; --task-soft: #e3e7f2; --danger: #a8322d;
  --shadow: 0 1px 2px rgb(58 38 30 / 0.04), 0 14px 36px -14px rgb(58 38 30 / 0.12);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1c1320; --card: #271b2b; --line: #3d2d40; --edge: #8b7688; --ink: #f7ecdf; --soft: #c2b2b8;
    --brand: #f0b89b; --brand-deep: #f7cfb9; --on-brand: #35141f; --brand-ink: #f6ccb6; --blush: #4a2b3f;
    --task: #bccaf0; --task-soft: #2a3150; --danger: #ff8a80;
    --shadow: 0 1px 2px rgb(0 0 0 / 0.2), 0 14px 36px -14px rgb(0 0 0 / 0.5);
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 Figtree, system-ui, sans-serif; }
h1, h2, .logo { font-family: Fraunces, Georgia, serif; font-weight: 500; }
h1 { margin: 0; font-size: 1.875rem; line-height: 1.2; }
h2 { display: flex; align-items: center; gap: .625rem; margin: 0; font-size: 1.375rem; line-height: 1.25; }
p, ul { margin: 0; padding: 0; }
.top, main { max-width: 75rem; margin: 0 auto; padding-inline: 1.25rem; }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1.5rem; padding-top: 1.25rem; }
.top a { color: var(--brand-ink); font-weight: 600; text-decoration: none; }
.top nav { display: flex; gap: .5rem; margin-inline: -.75rem; }
.jump { display: flex; gap: 1.5rem; margin-top: .75rem; }
.jump a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600; color: var(--brand-ink); }
h2 { scroll-margin-top: 1rem; }
.top nav a { display: inline-flex; align-items: center; min-height: 2.75rem; padding-inline: .75rem; border-radius: 14px; }
.top nav a:hover { background: var(--blush); }
.logo { display: inline-flex; align-items: center; gap: .75rem; min-height: 2.75rem; font-size: 1.75rem; line-height: 1; }
.top .logo { color: var(--brand); font-weight: 500; }
.logo svg { width: 2.25rem; height: 2.25rem; }
.sky { fill: var(--blush); } .near { fill: var(--brand); } .far { fill: var(--brand); opacity: .55; }
.caption { font: 500 .75rem/1.5 Figtree, system-ui, sans-serif; letter-spacing: .08em; text-transform: uppercase; color: var(--soft); }
main { padding-block: 2rem 4rem; }
.lead { margin-top: .5rem; max-width: 65ch; font-size: 1.125rem; }
.quiet { color: var(--soft); font-size: .875rem; }
.lead + .quiet { margin-top: .375rem; }
#status { color: var(--danger); } #status:not(:empty) { margin-top: 1rem; }
.sides { display: grid; gap: 1.25rem; margin-top: 1.75rem; align-items: start; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 18px; box-shadow: var(--shadow); padding: 1.25rem; }
.empty { margin-top: 1.75rem; }
.count { font: 600 .875rem/1.5 Figtree, system-ui, sans-serif; padding-inline: .625rem; border-radius: 99px; background: var(--task-soft); color: var(--task); }
h3.caption { margin: 1.25rem 0 0; padding-bottom: .375rem; border-bottom: 1px solid var(--line); }
ul { list-style: none; }
li { display: grid; gap: .625rem; padding-block: .875rem; }
li + li { border-top: 1px solid var(--line); }
li:last-child { padding-bottom: 0; }
.name { font-weight: 600; }
button { min-height: 2.75rem; padding-inline: 1.125rem; font: 600 .9375rem/1.2 Figtree, system-ui, sans-serif; color: var(--brand-ink);
  background: transparent; border: 1px solid var(--edge); border-radius: 99px; cursor: pointer; white-space: nowrap;
  transition: background-color 150ms cubic-bezier(.2, .7, .2, 1), color 150ms cubic-bezier(.2, .7, .2, 1); }
button:hover, button[data-busy] { color: var(--on-brand); background: var(--brand); border-color: var(--brand); }
button:disabled { cursor: default; } button:disabled:not([data-busy]) { opacity: .55; }
a, code { overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--brand); box-shadow: 0 0 0 6px var(--blush); }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (min-width: 30rem) {
  li { grid-template-columns: 1fr auto; align-items: center; gap: 1.25rem; }
}
@media (min-width: 60rem) {
  .jump { display: none; }
  .top { padding-inline: 2rem; } main { padding-inline: 2rem; }
  h1 { font-size: 2.375rem; line-height: 1.12; }
  .sides { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
  .card { padding: 1.5rem; }
  .team { position: sticky; top: 1.25rem; }
}
.doc { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.doc h1 { margin-block: 0 1rem; } .doc h2 { margin-block: 2rem .5rem; } .doc h3 { margin-block: 1.5rem .25rem; }
.doc p, .doc ul, .doc ol { margin-block: .75rem; } .doc ul { list-style: disc; padding-left: 1.25rem; } .doc li { display: list-item; padding-block: .125rem; border: 0; }
.doc a { color: var(--brand-ink); } .doc img { max-width: 100%; }
.doc pre { overflow-x: auto; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
.doc table { display: block; overflow-x: auto; border-collapse: collapse; } .doc th, .doc td { padding: .375rem .75rem .375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
`;
