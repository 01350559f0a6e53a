import type { Resource } from '@medplum/fhirtypes';

/** Every resource of the export has an id, by which the others refer to it. */
export type Identified<Kind extends Resource> = Kind & { id: string };
