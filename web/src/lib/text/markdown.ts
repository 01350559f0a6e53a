import type { Alignment, RichNode, RichTag } from '@domain/content/rich-text.ts';
import { markdownHtml } from './markdown-html.ts';

const TAGS = new Set<string>(
  (
    'p br hr blockquote pre code ul ol li strong em del a h1 h2 h3 h4 h5 h6 table thead tbody tr th td' as const
  ).split(' '),
);
/** Web, email and telephone addresses, and pages of our own. */
const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i;
const ALIGNMENTS: readonly string[] = ['left', 'center', 'right'] satisfies Alignment[];

/**
 * Someone else's markdown, as text and its structure. Raw HTML stays text, and only the elements above and
 * their URLs are read from the parser's output.
 */
export const readMarkdown = async (markdown: string): Promise<RichNode[]> =>
  nodesIn(await markdownHtml(markdown));

/** A parsed document is inert: it runs no script and asks for no picture. */
export const nodesIn = (html: string): RichNode[] =>
  childrenOf(new DOMParser().parseFromString(html, 'text/html').body);

function childrenOf(element: Element): RichNode[] {
  return [...element.childNodes].flatMap((child) => {
    if (child instanceof Text) return isLayout(child) ? [] : [child.data];
    return child instanceof Element ? nodesFrom(child) : [];
  });
}

/** Line breaks between the parts of a list or a table are not text, and React would say so. */
const isLayout = ({ data, parentElement }: Text) =>
  data.trim() === '' && /^(table|thead|tbody|tr|ul|ol|body)$/i.test(parentElement?.tagName ?? '');

function nodesFrom(element: Element): RichNode[] {
  const tag = element.tagName.toLowerCase();
  // A picture would be requested from someone else's server; its alt text says what it showed.
  if (tag === 'img') return [element.getAttribute('alt') ?? ''];
  if (tag === 'input') return [element.hasAttribute('checked') ? '☑' : '☐'];
  if (!TAGS.has(tag)) return childrenOf(element);
  const href = element.getAttribute('href') ?? '';
  if (tag === 'a' && !ADDRESS.test(href)) return childrenOf(element);
  return [
    {
      tag: tag as RichTag,
      ...(tag === 'a' && { href }),
      ...(element.hasAttribute('start') && { start: Number(element.getAttribute('start')) }),
      ...alignmentOf(element),
      children: childrenOf(element),
    },
  ];
}

function alignmentOf(element: Element): { align?: Alignment } {
  const align = element.getAttribute('align') ?? '';
  return ALIGNMENTS.includes(align) ? { align: align as Alignment } : {};
}

/** The words alone, in one line, for a preview. */
export const plainText = (nodes: readonly RichNode[]): string =>
  nodes.map(words).join('').replace(/\s+/g, ' ').trim();

function words(node: RichNode): string {
  if (typeof node === 'string') return node;
  const inside = node.children.map(words).join('');
  return /^(strong|em|del|a|code)$/.test(node.tag) ? inside : ` ${inside} `;
}
