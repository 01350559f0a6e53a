/** The part of FHIR R4 that the export speaks. A test holds it to the whole of R4. */
export type Coding = { system?: string; code?: string; display?: string };
export type Concept = { coding?: Coding[]; text?: string };
export type Reference = { reference?: string; display?: string };
export type Resource = { resourceType: string; id: string } & Record<string, unknown>;

export type Bundle = {
  resourceType: 'Bundle';
  type: 'collection';
  timestamp: string;
  entry: { fullUrl: string; resource: Resource }[];
};
