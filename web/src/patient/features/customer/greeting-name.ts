import type { Customer } from './row.ts';

type Names = Pick<Customer, 'firstName' | 'preferredName'>;

/** What to call someone: the name they prefer, else the first name on file, else what the sign-in address starts with. */
export function greetingName(customer: Names | null, email: string): string {
  return customer?.preferredName?.trim() || customer?.firstName?.trim() || email.replace(/@.*$/, '');
}
