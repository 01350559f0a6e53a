import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RichNode } from '@domain/content/rich-text.ts';
import { RichText } from '@/components/layout/rich-text.tsx';
import { markdownHtml } from '@/lib/text/markdown-html.ts';
import { readMarkdown } from '@/lib/text/markdown.ts';
import { sanitise } from '@/lib/text/sanitise.ts';

type Props = {
  kind: 'medical' | 'consultation';
  /** Signed consultation notes are stored as HTML. */
  format: 'markdown' | 'html';
  text: string;
  className?: string;
};

/** A note as its patient reads it, with the portal's own rules for allowed markup and its own typography. */
export function NoteText({ kind, format, text, className = '' }: Props) {
  const { data } = useQuery({
    queryKey: ['note-text', kind, format, text],
    queryFn: async (): Promise<RichNode[] | string> =>
      kind === 'medical' ? readMarkdown(text) : htmlOf(format, text),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    // While someone types, the previous text stays until the next one is rendered.
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return <div className={`min-h-6 ${className}`} />;
  if (typeof data !== 'string') return <RichText nodes={data} level={3} className={className} />;
  return <div className={`${consultationLook} ${className}`} dangerouslySetInnerHTML={{ __html: data }} />;
}

const htmlOf = async (format: Props['format'], text: string) =>
  sanitise(format === 'html' ? text : await markdownHtml(text));

/** Same as in the portal's dialog for consultation notes. */
const consultationLook =
  'space-y-3 wrap-anywhere [&_:is(h1,h2,h3,h4,h5,h6)]:font-display [&_:is(h1,h2,h3,h4,h5,h6)]:text-lead ' +
  '[&_:is(h1,h2,h3,h4,h5,h6)]:font-medium [&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:space-y-1.5 ' +
  '[&_:is(ul,ol)]:pl-5 [&_li]:marker:text-brand [&_a]:font-semibold [&_a]:text-brand [&_a]:underline ' +
  '[&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_:is(th,td)]:py-1.5 ' +
  '[&_:is(th,td)]:pr-4 [&_:is(th,td)]:text-left [&_:is(th,td)]:align-top';
