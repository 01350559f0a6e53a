import type { Status } from '@domain/journey/progress.ts';
import { ACCESS_COLUMNS } from './access-row.ts';

// Without a library, because web/src/first-visit reads it too.

export const RECORD_COLUMNS = `${ACCESS_COLUMNS},customer_first_name,customer_last_name,customer_email,status,tracking_url,programme_name,coach`;

type AssignedCoach = { name: string; bio: string };

export type CustomerRow = {
  customer_first_name: string | null;
  customer_last_name: string | null;
  customer_email: string | null;
  status: Status;
  tracking_url: string | null;
  programme_name: string | null;
  coach: AssignedCoach | null;
};

export type Customer = {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  status: Status;
  /** Where the parcel with the kit can be followed. */
  trackingUrl: string | null;
  programmeName: string | null;
  /** Who looks after the patient; null while nobody is assigned. */
  coach: AssignedCoach | null;
};

export const customerOf = (row: CustomerRow): Customer => ({
  firstName: row.customer_first_name,
  lastName: row.customer_last_name,
  email: row.customer_email,
  status: row.status,
  trackingUrl: row.tracking_url,
  programmeName: row.programme_name,
  coach: row.coach,
});
