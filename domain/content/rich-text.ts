export type RichTag =
  | ('p' | 'br' | 'hr' | 'blockquote' | 'pre' | 'code' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'del' | 'a')
  | ('h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td');

/** Text with its structure and nothing else: it cannot hold a script, a style or a picture. */
export type RichNode =
  | string
  | { tag: RichTag; href?: string; start?: number; align?: Alignment; children: RichNode[] };
export type Alignment = 'left' | 'center' | 'right';
