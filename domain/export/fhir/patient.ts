import type { CustomerRow } from '../record.ts';
import type { Resource } from './types.ts';
import { given, text } from './values.ts';

export function patientOf(customer: CustomerRow): Resource {
  const [first, last] = [text(customer.customer_first_name), text(customer.customer_last_name)];
  const name = { use: 'official', ...given('family', last), ...(first && { given: [first] }) };
  return {
    resourceType: 'Patient',
    id: customer.user_id,
    active: customer.status !== 'Withdrawn',
    ...((first || last) && { name: [name] }),
    telecom: [
      { system: 'email', value: customer.customer_email },
      ...[text(customer.customer_phone)].flatMap((value) => (value ? [{ system: 'phone', value }] : [])),
    ],
  };
}
