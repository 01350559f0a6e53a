import type { Page } from '@playwright/test';
import { isPlainLine } from '../../domain/contracts/fields/plain-line.ts';

/** An attacker's input, in the style of public lists: ways to run a script in every place that takes text. */
const RUN = 'window.__ran=(window.__ran||0)+1';

const HANDLERS = [
  'onerror',
  'onload',
  'onclick',
  'onmouseover',
  'onfocus',
  'onanimationstart',
  'ontoggle',
  'onpointerenter',
];
const ELEMENTS = [
  '<img src=x {on}>',
  '<svg {on}>',
  '<svg/{on}/>',
  '<body {on}>',
  '<details open {on}><summary>x</summary></details>',
  '<input autofocus {on}>',
  '<video><source {on}></video>',
  '<a href="#" {on}>x</a>',
  '<iframe {on}></iframe>',
  '<marquee {on}>x</marquee>',
];

const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java&#10;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `javascript&colon;${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD53aW5kb3cuX19yYW49MTwvc2NyaXB0Pg==`,
  `//elsewhere.example/${RUN}`,
  `/\\elsewhere.example`,
];
const ADDRESSES = [
  '[x]({url})',
  '[x](<{url}>)',
  '![x]({url})',
  '<{url}>',
  '[x]: {url}\n\n[x]',
  '<a href="{url}">x</a>',
  '<iframe src="{url}"></iframe>',
  '<form action="{url}"><button>x</button></form>',
  '<object data="{url}"></object>',
  '<math><mtext><a xlink:href="{url}">x</a></mtext></math>',
];

const OTHERS = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script src=//elsewhere.example/x.js></script>`,
  `"><script>${RUN}</script>`,
  `'-${RUN}-'`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `<!--><script>${RUN}</script>-->`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `<style>@import "javascript:${RUN}"; body{display:none}</style>`,
  `<style>*{animation:x}@keyframes x{}</style><b style="position:fixed;inset:0" onanimationstart="${RUN}">x</b>`,
  `<link rel=stylesheet href="data:text/css,body{display:none}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="//elsewhere.example/">`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `<svg><animate attributeName=href values="javascript:${RUN}" /><a><text y=20>x</text></a></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.${RUN}</script>"></iframe></foreignObject></svg>`,
  `<div id="root"></div><form id="main"><input name="attributes"></form>`,
  `<img name="getElementById"><a id="location" href="javascript:${RUN}">x</a>`,
  '```html\n<script>' + RUN + '</script>\n```',
  `| a | b |\n|---|---|\n| <img src=x onerror="${RUN}"> | [x](javascript:${RUN}) |`,
  `- [ ] <img src=x onerror="${RUN}">`,
  `[x](https://example.com "\\"onmouseover=\\"${RUN}")`,
  `[x](https://example.com/"onmouseover="${RUN})`,
  `https://example.com/"onmouseover="${RUN}`,
  `note[^1]\n\n[^1]: <script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  '\u0000<script>\u0000' + RUN + '</script>',
  `\u202e<script>${RUN}</script>`,
  '<'.repeat(400),
  '[x]('.repeat(100),
  '> '.repeat(100) + 'x',
];

export const XSS_PAYLOADS: readonly string[] = [
  ...ELEMENTS.flatMap((element) => HANDLERS.map((handler) => element.replace('{on}', `${handler}="${RUN}"`))),
  ...ADDRESSES.flatMap((address) => SCHEMES.map((scheme) => address.replace('{url}', scheme))),
  ...OTHERS,
  // The database can't store text with this character.
].map((payload) => payload.replaceAll('\u0000', ''));

/** For names and titles, which are one plain line. The database refuses anything else. */
export const PAYLOAD_LINES: readonly string[] = XSS_PAYLOADS.map((payload) =>
  Array.from(payload, (character) => (isPlainLine(character) ? character : ' ')).join(''),
);

/**
 * Elements that could run something. They must not be in the page, whether or not the content policy would
 * stop them.
 */
export const dangers = (page: Page, within = '#root') =>
  page.evaluate((selector) => {
    const root = document.querySelector(selector)!;
    const bad = [...root.querySelectorAll('script, iframe, object, embed, form, base, link, meta')];
    const attributes = [...root.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(
        ({ name, value }) =>
          name.startsWith('on') || (name === 'href' && /^\s*(javascript|data|vbscript):/i.test(value)),
      ),
    );
    return [
      ...bad.map((element) => element.outerHTML),
      ...attributes.map(({ name, value }) => `${name}=${value}`),
      ...('__ran' in window ? ['a script ran'] : []),
    ];
  }, within);
