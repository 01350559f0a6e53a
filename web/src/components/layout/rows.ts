/** Rows with a person, details and actions: on wide screens their columns are aligned. */
export const ROWS = 'lg:grid lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_auto]';
export const ROW =
  'grid gap-x-4 gap-y-2 border-b border-line px-4.5 py-3.5 last:border-b-0 lg:col-span-3 lg:grid-cols-subgrid lg:items-center';
