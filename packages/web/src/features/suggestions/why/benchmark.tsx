import type { Explanation } from '@attain/contract/explanations';
import { formatSentence } from '../../../api/format-sentence.ts';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { benchmarkTable } from './benchmark-table.ts';
import { messages } from './messages.ts';
import { Part } from './part.tsx';

/** The group that a change is compared with: a table, with bars where it counts something by range. */
export function Benchmark({ benchmark }: { benchmark: NonNullable<Explanation['benchmark']> }) {
  const { columns, rows, max } = benchmarkTable(benchmark);
  return (
    <Part title={messages.benchmark} beside={formatSentence(benchmark.title)}>
      <div className="overflow-hidden rounded-lg border">
        <ScrollRegion label={messages.benchmarkRegion}>
          <table className="w-full">
            <thead className="caption bg-surface-2 text-fg-2">
              <tr className="border-b *:px-3 *:py-2 *:text-end *:font-medium *:first:text-start">
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...cells]) => (
                <tr
                  key={first}
                  className="border-b last:border-b-0 *:px-3 *:py-1.5 *:text-end *:first:text-start"
                >
                  <th scope="row" className="font-medium">
                    {first}
                  </th>
                  {cells.map((cell, at) => (
                    <td key={columns[at + 1]} className={max === null ? 'figures' : 'figures w-2/3'}>
                      {max === null ? (
                        formatSentence(cell)
                      ) : (
                        <span className="flex items-center gap-3">
                          <span className="flex-1">
                            <span
                              aria-hidden
                              data-forced-fill
                              className="block h-2 rounded-sm bg-ai"
                              style={{ width: `${(Number(cell) / max) * 100}%` }}
                            />
                          </span>
                          <span className="w-8">{cell}</span>
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      <p className="mt-2 text-12 text-fg-3">{messages.benchmarkSource(benchmark.source)}</p>
    </Part>
  );
}
