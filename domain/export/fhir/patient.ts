import type { HumanName, Patient } from '@medplum/fhirtypes';
import type { CustomerRow } from '../record.ts';
import type { Identified } from './types.ts';
import { given, text } from './values.ts';

export function patientOf(customer: CustomerRow): Identified<Patient> {
  const [first, last] = [text(customer.customer_first_name), text(customer.customer_last_name)];
  const name: HumanName = { use: 'official', ...given('family', last), ...(first && { given: [first] }) };
  return {
    resourceType: 'Patient',
    id: customer.user_id,
    active: customer.status !== 'Withdrawn',
    ...((first || last) && { name: [name] }),
    ...given('birthDate', text(customer.birth_date)),
    telecom: [
      { system: 'email', value: customer.customer_email },
      ...[text(customer.customer_phone)].flatMap((value) =>
        value ? [{ system: 'phone' as const, value }] : [],
      ),
    ],
  };
}
