import type { ReactNode } from 'react';

/** The cell's place when the row is a card on a small screen: its title, a line below, or at the far end. */
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
  lead: 'max-lg:col-start-1 max-lg:font-semibold',
  detail: 'max-lg:col-span-2 max-lg:col-start-1 max-lg:text-small max-lg:text-soft',
  aside: 'max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-self-end',
};

/** Safari loses table semantics when `display` changes, so the parts have explicit roles. */
const is = (role: string) => ({ role });

/** A table that becomes a list of rows if the page is narrow, even next to the navigation. */
export function Table<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  return (
    <table {...is('table')} aria-label={label} className="w-full max-lg:block">
      <thead {...is('rowgroup')} className="max-lg:sr-only">
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
      <tbody {...is('rowgroup')} className="max-lg:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...is('row')}
            className="border-b border-line last:border-b-0 max-lg:grid max-lg:grid-cols-[minmax(min-content,1fr)_auto] max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-0.5 max-lg:py-3"
          >
            {columns.map(({ header, cell, place = 'detail' }) => (
              <td
                key={header}
                {...is('cell')}
                className={`lg:py-3 lg:pr-4 lg:last:pr-0 ${places[place]} tabular-nums`}
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
