import { SAFETY_CHECK, SAFETY_QUESTIONS } from '../copy/safety-check.ts';

/** 'Do you have an IUD in place? Not sure': a question in its original wording, and its answer. */
export function reasonWords(id: string, answer: string | undefined): string {
  const question = (SAFETY_QUESTIONS as Record<string, string>)[id] ?? id;
  const given = (SAFETY_CHECK.answers as Record<string, string>)[answer ?? ''];
  return given ? `${question} ${given}` : question;
}
