import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type KeyValue = { key: string; value: ReactNode; mono?: boolean; figure?: boolean };

/** Facts about one object, with keys in a column; stacked in narrow places. */
export function KeyValueList({ rows, className }: { rows: readonly KeyValue[]; className?: string }) {
  return (
    <div className={clsx('@container', className)}>
      <dl className="divide-y">
        {rows.map((row) => (
          <div key={row.key} className="grid gap-x-4 py-1.5 @xs:grid-cols-[minmax(7rem,2fr)_3fr]">
            <dt className="text-12 leading-5 text-fg-3">{row.key}</dt>
            <dd
              className={clsx(
                'min-w-0 break-words',
                row.mono && 'font-mono text-12 leading-5',
                row.figure && 'figures',
              )}
            >
              {row.value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
