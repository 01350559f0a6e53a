import type { Customer } from './row.ts';

/** What to call someone: the first name on file, else what the sign-in address starts with. */
export function greetingName(customer: Pick<Customer, 'firstName'> | null, email: string): string {
  return customer?.firstName?.trim() || email.replace(/@.*$/, '');
}
