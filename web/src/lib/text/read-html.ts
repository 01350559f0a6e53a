import type { RichNode } from '@domain/content/rich-text.ts';
import { nodesIn } from './markdown.ts';
import { sanitise } from './sanitise.ts';

/** Someone else's rich text, sanitized, as text and its structure. */
export const readHtml = async (html: string): Promise<RichNode[]> => nodesIn(await sanitise(html));
