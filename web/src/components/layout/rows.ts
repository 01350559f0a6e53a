/** Rows of who, what and acts: on wide screens the columns of all of them stand below each other. */
export const ROWS = 'lg:grid lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_auto]';
export const ROW =
  'grid gap-x-4 gap-y-2 border-b border-line px-4.5 py-3.5 last:border-b-0 lg:col-span-3 lg:grid-cols-subgrid lg:items-center';
