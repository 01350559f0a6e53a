/** Markdown as the HTML in which consultation notes are kept: untrusted, to be sanitised. The parser comes when it is needed. */
export async function markdownHtml(markdown: string): Promise<string> {
  const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([
    import('micromark'),
    import('micromark-extension-gfm'),
  ]);
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}
