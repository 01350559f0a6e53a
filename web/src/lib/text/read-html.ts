import type { RichNode } from '@domain/content/rich-text.ts';
import { nodesIn } from './markdown.ts';
import { sanitise } from './sanitise.ts';

/** Rich text that somebody else wrote, sanitised, as text and its structure. */
export const readHtml = async (html: string): Promise<RichNode[]> => nodesIn(await sanitise(html));
