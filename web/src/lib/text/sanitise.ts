import type { Config } from 'dompurify';

const TAGS = (
  'p br hr div span blockquote pre code h1 h2 h3 h4 h5 h6 ul ol li dl dt dd ' +
  'strong b em i u s sub sup mark a table caption thead tbody tfoot tr th td'
).split(' ');

/**
 * A note may contain text and its structure. No pictures, forms or styles, which could disguise a note as the
 * portal.
 */
const TEXT_ONLY: Config = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href', 'start', 'colspan', 'rowspan', 'scope'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Someone else's rich text, safe to render. The library is loaded on demand. */
export async function sanitise(html: string): Promise<string> {
  const { default: DOMPurify } = await import('dompurify');
  const body = document.createElement('div');
  body.append(DOMPurify.sanitize(html, { ...TEXT_ONLY, RETURN_DOM_FRAGMENT: true }));
  for (const link of body.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noreferrer');
  }
  return body.innerHTML;
}
