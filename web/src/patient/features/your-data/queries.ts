import { queryOptions, useMutation } from '@tanstack/react-query';
import { ExportMyDataAnswer, type ExportFormat } from '@domain/contracts/patient/export-my-data.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { downloadFile, listFiles } from '@/lib/backend/private-files.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { saveFile } from '@/lib/text/save-file.ts';

/** This device makes the page for a doctor and the spreadsheets. */
export type Download = 'pdf' | 'csv' | 'fhir' | 'json';

export function useDownload() {
  return useMutation({
    mutationFn: (file: Download) => DOWNLOADS[file](),
    networkMode: 'always',
    meta: { failure: 'Failed to prepare your download. Please try again.' },
    onSuccess: () =>
      toast({
        title: 'Your download is ready',
        description: 'It contains health information. Keep it in a safe place.',
      }),
  });
}

const DOWNLOADS: Record<Download, () => Promise<void>> = {
  pdf: downloadSummary,
  csv: downloadSpreadsheets,
  fhir: () => downloadAs('fhir'),
  json: () => downloadAs('json'),
};

async function downloadAs(format: ExportFormat): Promise<void> {
  const { filename, content, contentType } = await fetchExport(format);
  saveFile(filename, new Blob([content], { type: contentType }));
}

/** Made here, because only this device has fonts for every name. */
async function downloadSummary(): Promise<void> {
  const { summaryOfExport } = await import('./summary/summary-of-export.ts');
  const { filename, content } = await summaryOfExport((await fetchExport('json')).content);
  saveFile(filename, new Blob([content], { type: 'application/pdf' }));
}

async function downloadSpreadsheets(): Promise<void> {
  const { spreadsheetOfExport } = await import('./spreadsheet/spreadsheet-of-export.ts');
  const { filename, content } = await spreadsheetOfExport((await fetchExport('json')).content);
  saveFile(filename, new Blob([content], { type: 'application/zip' }));
}

const fetchExport = (format: ExportFormat) =>
  callFunction('export-my-data', { body: { format }, answer: ExportMyDataAnswer });

const DOCUMENTS = 'documents';

/** The names of the documents in the patient's folder. */
export const documentsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['documents', userId],
    queryFn: () => listFiles(DOCUMENTS, userId),
    retry: retryOnce,
  });

/** The pictures and PDFs of the patient's messages, stored next to their documents. */
export const messageFilesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['message-files', userId],
    queryFn: () => listFiles(DOCUMENTS, `${userId}/messages`),
    retry: retryOnce,
  });

export function useDownloadFile(folder: string) {
  return useMutation({
    mutationFn: async ({ name, title }: { name: string; title: string }) => {
      const file = await downloadFile(DOCUMENTS, folder, name);
      saveFile(title === name ? name : `${title}${EXTENSIONS[file.type] ?? ''}`, file);
    },
    networkMode: 'always',
    meta: { failure: 'Failed to download the document. Please try again.' },
  });
}

/** A message's file is stored under an id. */
const EXTENSIONS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
};
