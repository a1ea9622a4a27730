import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import type { ImportDetail, Mapping } from '../../api/shapes.ts';
import { FirstRows } from './first-rows.tsx';
import { fieldsOfColumn } from './import-words.ts';
import { messages } from './messages.ts';

export type SampleTableProps = {
  preview: NonNullable<ImportDetail['preview']>;
  mapping: Mapping;
  labels: ReadonlyMap<string, string>;
};

/** The first rows of the file with the field each column maps to. */
export function SampleTable({ preview, mapping, labels }: SampleTableProps) {
  const heads = preview.headers.map((header, index) => {
    const fields = fieldsOfColumn(mapping, index).map((field) => labels.get(field) ?? field);
    return (
      <>
        {header || messages.mapping.column(index + 1)}
        <span className={clsx('block font-normal', fields.length > 0 ? 'text-primary-text' : 'text-fg-3')}>
          {fields.length > 0 ? (
            <>
              <ArrowRight aria-hidden className="inline size-3" /> {fields.join(', ')}
            </>
          ) : (
            messages.mapping.unmapped
          )}
        </span>
      </>
    );
  });
  return (
    <FirstRows
      label={messages.mapping.sampleLabel}
      heads={heads}
      rows={preview.rows.slice(0, 8)}
      className="rounded-b-lg"
    />
  );
}
