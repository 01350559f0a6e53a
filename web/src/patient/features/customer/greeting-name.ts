import type { Customer } from './row.ts';

type Names = Pick<Customer, 'firstName' | 'preferredName'>;

/**
 * The name to greet someone by: their preferred name, else the first name on file, else the beginning of the
 * sign-in address.
 */
export function greetingName(customer: Names | null, email: string): string {
  return customer?.preferredName?.trim() || customer?.firstName?.trim() || email.replace(/@.*$/, '');
}
