import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import type { ImportDetail, Mapping } from '../../api/shapes.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { fieldsOfColumn } from './import-words.ts';
import { messages } from './messages.ts';

export type SampleTableProps = {
  preview: NonNullable<ImportDetail['preview']>;
  mapping: Mapping;
  labels: ReadonlyMap<string, string>;
};

/** The first rows of the file with the field each column maps to. */
export function SampleTable({ preview, mapping, labels }: SampleTableProps) {
  const columns = preview.headers.map((header, index) => ({
    id: `column-${index}`,
    header: header || messages.mapping.column(index + 1),
    fields: fieldsOfColumn(mapping, index).map((field) => labels.get(field) ?? field),
  }));
  return (
    <ScrollRegion label={messages.mapping.sampleLabel} className="rounded-b-lg">
      <table className="w-full text-12">
        <thead className="bg-surface-2">
          <tr className="border-y">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className="px-3 py-1.5 text-start align-top font-medium whitespace-nowrap"
              >
                {column.header}
                <span
                  className={clsx(
                    'block font-normal',
                    column.fields.length > 0 ? 'text-primary-text' : 'text-fg-3',
                  )}
                >
                  {column.fields.length > 0 ? (
                    <>
                      <ArrowRight aria-hidden className="inline size-3" /> {column.fields.join(', ')}
                    </>
                  ) : (
                    messages.mapping.unmapped
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.slice(0, 8).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sample row is identified by its position
            <tr key={index} className="border-b last:border-b-0">
              {columns.map((column, at) => (
                <td key={column.id} className="max-w-56 truncate px-3 py-1 whitespace-nowrap">
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
