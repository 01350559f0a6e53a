import { cleanPicture, type CleanPicture } from '../../../domain/messages/pictures/clean-picture.ts';
import type { Refusal } from '../../../domain/messages/pictures/refusal.ts';
import type { Parser } from '../_shared/request/parser.ts';

export const cleanPictureParser: Parser<Uint8Array, CleanPicture | { refused: Refusal }> = {
  name: 'clean-picture',
  parse: cleanPicture,
};
