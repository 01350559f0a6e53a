import { createElement, type ReactNode } from 'react';
import type { Alignment, RichNode, RichTag } from '@domain/content/rich-text.ts';

type Props = {
  nodes: readonly RichNode[];
  /** The level of the text's highest headings: one below its section's. */
  level?: 2 | 3;
  className?: string;
};

/** What someone wrote in markdown, as elements of the page. */
export function RichText({ nodes, level = 2, className = '' }: Props) {
  return (
    <div className={`${look} ${className}`}>{nodes.map((node, index) => element(node, level, index))}</div>
  );
}

function element(node: RichNode, level: number, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, href, start, align } = node;
  const children = node.children.map((child, index) => element(child, level, index));
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  if (tag === 'table') {
    return createElement('div', { key, ...scrolls }, createElement('table', null, ...children));
  }
  if (tag === 'a') return createElement('a', { key, href, ...(opensBeside(href) && beside) }, ...children);
  if (tag === 'ol') return createElement('ol', { key, start }, ...children);
  if (tag === 'th')
    return createElement('th', { key, scope: 'col', className: sides[align ?? 'left'] }, ...children);
  if (tag === 'td') return createElement('td', { key, className: sides[align ?? 'left'] }, ...children);
  return createElement(headingTag(tag, level), { key }, ...children);
}

/** A wide table scrolls by itself, even with the keyboard, without moving the page. */
const scrolls = { role: 'region', 'aria-label': 'Table', tabIndex: 0, className: 'overflow-x-auto' };
const beside = { target: '_blank', rel: 'noopener noreferrer', 'aria-description': 'Opens in a new tab' };
const opensBeside = (href = '') => /^(https?:|\/)/i.test(href);
const sides: Record<Alignment, string> = { left: 'text-left', center: 'text-center', right: 'text-right' };

/** The page has its own h1, so the text's first two levels share the highest. */
function headingTag(tag: RichTag, level: number): string {
  const written = /^h([1-6])$/.exec(tag)?.[1];
  return written ? `h${Math.min(Math.max(Number(written), 2) + level - 2, 6)}` : tag;
}

const look =
  'space-y-4 wrap-anywhere [&_:is(h2,h3,h4,h5,h6)]:pt-3 [&_:is(h2,h3,h4,h5,h6)]:font-display ' +
  '[&_:is(h2,h3,h4,h5,h6)]:text-heading [&_:is(h2,h3,h4,h5,h6)]:font-medium [&_:is(h2,h3,h4,h5,h6)]:text-balance ' +
  '[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:space-y-2 [&_:is(ul,ol)]:pl-6 [&_li]:marker:text-brand ' +
  '[&_li>p+p]:mt-2 [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:decoration-brand/40 ' +
  '[&_a]:underline-offset-4 hover:[&_a]:decoration-brand [&_blockquote]:rounded-field [&_blockquote]:bg-blush ' +
  '[&_blockquote]:px-5 [&_blockquote]:py-4 [&_blockquote]:text-brand-ink [&_hr]:border-line ' +
  '[&_pre]:whitespace-pre-wrap [&_code]:rounded-sm [&_code]:bg-paper [&_code]:px-1 [&_table]:w-full ' +
  '[&_table]:border-collapse [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:py-2.5 ' +
  '[&_:is(th,td)]:pr-5 [&_:is(th,td)]:align-top [&_th]:text-small [&_th]:font-semibold [&_th]:text-soft';
