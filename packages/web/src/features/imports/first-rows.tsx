import type { ReactNode } from 'react';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

export type FirstRowsProps = {
  /** Names the table for screen readers. */
  label: string;
  heads: readonly ReactNode[];
  rows: readonly (readonly string[])[];
  className: string;
};

/** The first rows of a file as they are in it. */
export function FirstRows({ label, heads, rows, className }: FirstRowsProps) {
  return (
    <ScrollRegion label={label} className={className}>
      <table className="w-full text-12">
        <thead className="bg-surface-2">
          <tr className="border-y">
            {heads.map((head, at) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
                key={at}
                scope="col"
                className="px-3 py-1.5 text-start align-top font-medium whitespace-nowrap"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
            <tr key={index} className="border-b last:border-b-0">
              {heads.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
                <td key={at} className="max-w-56 truncate px-3 py-1 whitespace-nowrap">
                  {row[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
