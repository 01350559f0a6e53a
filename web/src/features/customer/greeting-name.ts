import type { Customer } from './queries.ts';

/** What to call somebody: the first name on file, else what the sign-in address starts with. */
export function greetingName(customer: Customer | null, email: string): string {
  return customer?.firstName?.trim() || email.replace(/@.*$/, '');
}
