import { GET_HELP } from '@domain/copy/get-help.ts';

export const helpWords = (speaksOfCap: boolean): readonly string[] =>
  speaksOfCap ? [...GET_HELP.paragraphs, GET_HELP.cap] : GET_HELP.paragraphs;
