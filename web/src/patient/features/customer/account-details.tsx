import type { Customer } from './queries.ts';

export function AccountDetails({ customer, email }: { customer: Customer | null; email: string }) {
  const details = [
    ['First name', customer?.firstName],
    ['Last name', customer?.lastName],
    ['Email', customer?.email ?? email],
  ] as const;
  return (
    <dl className="grid gap-6 sm:grid-cols-2">
      {details.map(([label, value]) => (
        <div key={label} className="min-w-0 last:sm:col-span-2">
          <dt className="caption">{label}</dt>
          <dd className="mt-1 text-lead wrap-anywhere">{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
