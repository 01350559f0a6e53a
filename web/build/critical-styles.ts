/** A rule with its selector or condition, and what is in its braces. */
type Rule = { head: string; body: string };

/** Blocks whose rules only matter once someone interacts: they arrive with the whole sheet. */
const NOT_CRITICAL = /^@media\s*\(hover|^@media print|^@layer properties/;
/** Blocks that hold rules, not declarations. */
const HOLDS_RULES = /^@(layer|media|supports|container|starting-style)/;

/**
 * The part of a style sheet that these elements need for their first paint. A rule stays if every class it
 * names is present; a rule without classes always stays.
 */
export function criticalStyles(css: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) =>
      names.replaceAll('&amp;', '&').split(/\s+/),
    ),
  );
  const sheet = css.replace(/\/\*[\s\S]*?\*\//g, '');
  // Layers are ordered by their first mention, which must match the whole sheet.
  const layers = rulesOf(sheet).flatMap(({ head }) => /^@layer ([\w-]+)$/.exec(head)?.[1] ?? []);
  return `@layer ${[...new Set(layers)].join(',')};${withoutUnused(reduced(sheet, classes))}`;
}

function reduced(css: string, classes: Set<string>): string {
  return rulesOf(css)
    .map(({ head, body }) => {
      if (NOT_CRITICAL.test(head)) return '';
      if (!HOLDS_RULES.test(head)) return isNeeded(head, classes) ? `${head}{${body}}` : '';
      const inside = reduced(body, classes);
      return inside === '' ? '' : `${head}{${inside}}`;
    })
    .join('');
}

const isNeeded = (head: string, classes: Set<string>): boolean =>
  head.startsWith('@') ||
  selectorsOf(head).some((selector) => classesIn(selector).every((name) => classes.has(name)));

/** Commas inside brackets do not separate selectors. */
const selectorsOf = (head: string): string[] => head.split(/,(?![^()[\]]*[)\]])/);

const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1'));

/** Animations, registered properties and theme values that nothing left refers to. */
function withoutUnused(css: string): string {
  const refers = (name: string) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(css.replaceAll(definitionsOf(name), ''));
  return rewritten(css, ({ head, body }) => {
    const [, kind, name = ''] = /^@(keyframes|property)\s+([\w-]+)/.exec(head) ?? [];
    if (kind && !refers(name)) return null;
    if (!head.startsWith(':root')) return body;
    return body.replaceAll(/(--[\w-]+):[^;]*;?/g, (text, variable: string) => (refers(variable) ? text : ''));
  });
}

const definitionsOf = (name: string) => new RegExp(`@(keyframes|property)\\s+${name}\\{|${name}:`, 'g');

function rewritten(css: string, rewrite: (rule: Rule) => string | null): string {
  return rulesOf(css)
    .map((rule) => {
      const body = HOLDS_RULES.test(rule.head) ? rewritten(rule.body, rewrite) : rewrite(rule);
      return body === null || body === '' ? '' : `${rule.head}{${body}}`;
    })
    .join('');
}

/** Statements without a block, such as the order of layers, are no rules and come with the whole sheet. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  let start = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === ';') start = at + 1;
    if (css[at] !== '{') continue;
    const end = endOfBlock(css, at);
    rules.push({ head: css.slice(start, at).trim(), body: css.slice(at + 1, end) });
    at = end;
    start = end + 1;
  }
  return rules;
}

function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('The style sheet ends inside a block.');
}
