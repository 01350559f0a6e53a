import type { ReactNode } from 'react';

/** Where a cell stands when the row is a card on a small screen: the name of it, a line below, or at the far end. */
type Place = 'lead' | 'detail' | 'aside';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  place?: Place;
};

type Props<Row> = {
  /** The table's name, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

const places: Record<Place, string> = {
  lead: 'max-sm:col-start-1 max-sm:font-semibold',
  detail: 'max-sm:col-span-2 max-sm:col-start-1 max-sm:text-small max-sm:text-soft',
  aside: 'max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-self-end',
};

/** Safari forgets what a table is when its `display` changes, so the parts say it themselves. */
const is = (role: string) => ({ role });

/** A table; on small screens a list of rows. */
export function Table<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  return (
    <table {...is('table')} aria-label={label} className="w-full max-sm:block">
      <thead {...is('rowgroup')} className="max-sm:sr-only">
        <tr {...is('row')} className="border-b border-line">
          {columns.map(({ header }) => (
            <th
              key={header}
              {...is('columnheader')}
              scope="col"
              className="caption py-2.5 pr-4 text-left last:pr-0"
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...is('rowgroup')} className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...is('row')}
            className="border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-4 max-sm:gap-y-0.5 max-sm:py-3"
          >
            {columns.map(({ header, cell, place = 'detail' }) => (
              <td
                key={header}
                {...is('cell')}
                className={`sm:py-3 sm:pr-4 sm:last:pr-0 ${places[place]} tabular-nums`}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
