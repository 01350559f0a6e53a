import type { Attachment, DocumentReference } from '@medplum/fhirtypes';
import { base64 } from '../base64.ts';
import type { AddendumRow, ConsultationNoteRow, DocumentRow, MedicalNoteRow } from '../record.ts';
import type { Identified } from './types.ts';
import { given, instant, patientReference, text, words } from './values.ts';

export const medicalNoteOf = (userId: string, row: MedicalNoteRow): Identified<DocumentReference> =>
  reference(userId, {
    id: row.id,
    type: 'Medical note',
    author: row,
    date: row.created_at,
    attachment: {
      contentType: 'text/markdown',
      ...written(row.content),
      ...given('title', text(row.title)),
      creation: row.noted_on,
    },
  });

export const consultationNoteOf = (userId: string, row: ConsultationNoteRow): Identified<DocumentReference> =>
  reference(userId, {
    id: row.id,
    type: 'Consultation note',
    author: row,
    date: row.created_at,
    attachment: {
      contentType: 'text/html',
      ...written(row.notes),
      title: row.consultation_reference,
      creation: instant(row.created_at),
    },
  });

export const addendumOf = (userId: string, row: AddendumRow): Identified<DocumentReference> => ({
  ...reference(userId, {
    id: row.id,
    type: 'Addition to a note',
    author: row,
    date: row.signed_at,
    attachment: {
      contentType: row.html === null ? 'text/markdown' : 'text/html',
      ...written(row.html ?? row.content),
      creation: instant(row.signed_at),
    },
  }),
  relatesTo: [{ code: 'appends', target: { reference: `DocumentReference/${row.note_id}` } }],
});

/** The export links to the file. Only the signed-in patient can open the link. */
export const storedDocumentOf = (
  userId: string,
  row: DocumentRow,
  siteUrl: string,
): Identified<DocumentReference> =>
  reference(userId, {
    id: row.id,
    type: 'Stored document',
    date: row.created_at,
    attachment: {
      ...given('contentType', row.mimetype),
      ...given('size', row.size),
      url: `${siteUrl}/storage/v1/object/authenticated/${row.bucket_id}/${encodeURI(row.name)}`,
      ...given('title', text(row.name.split('/').at(-1))),
      creation: instant(row.created_at),
    },
  });

/** An empty note has no data element, because R4 doesn't allow empty data. */
const written = (content: string) => given('data', content === '' ? undefined : base64(content));

type Described = {
  id: string;
  type: string;
  author?: Pick<MedicalNoteRow, 'author_name' | 'author_role'>;
  date: string;
  attachment: Attachment;
};

const reference = (
  userId: string,
  { id, type, author, date, attachment }: Described,
): Identified<DocumentReference> => ({
  resourceType: 'DocumentReference',
  id,
  status: 'current',
  type: words(type),
  subject: patientReference(userId),
  ...(author?.author_name && { author: [{ display: `${author.author_name}, ${author.author_role}` }] }),
  date: instant(date),
  content: [{ attachment }],
});
