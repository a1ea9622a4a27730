import { useQuery } from '@tanstack/react-query';
import { Download, Eye, FileSpreadsheet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { testReportQuery } from '../../api/requests/suite-queries.ts';
import type { TestReport } from '../../api/shapes.ts';
import { downloadFrom } from '../../base/files/download.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { messages } from './messages.ts';

const words = messages.reports;
type Kind = TestReport['kind'];

/** The reports about tests, each to view, download as PDF, export as CSV and schedule. */
export function TestReports({ scheduleOf }: { scheduleOf: (kind: Kind, name: string) => ReactNode }) {
  const [open, setOpen] = useState<Kind>();
  return (
    <Card title={words.list}>
      <ul className="flex flex-col divide-y">
        {(['weekly', 'regressions'] as const).map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 grow basis-60">
              <h3 className="font-medium">{words[kind]}</h3>
              <p className="text-12 text-fg-2">{words[`${kind}Help`]}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                icon={<Eye aria-hidden />}
                aria-label={words.viewOf(words[kind])}
                onClick={() => setOpen(kind)}
              >
                {words.view}
              </Button>
              <Button
                size="sm"
                icon={<Download aria-hidden />}
                aria-label={words.downloadOf(words[kind])}
                onClick={() => downloadFrom(`/api/test-reports/${kind}.pdf`)}
              >
                {words.download}
              </Button>
              <Button
                size="sm"
                icon={<FileSpreadsheet aria-hidden />}
                aria-label={words.exportOf(words[kind])}
                onClick={() => downloadFrom(`/api/test-reports/${kind}.csv`)}
              >
                {words.export}
              </Button>
              {scheduleOf(kind, words[kind])}
            </div>
          </li>
        ))}
      </ul>
      {open ? <ReportDialog kind={open} onClose={() => setOpen(undefined)} /> : null}
    </Card>
  );
}

function ReportDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const report = useQuery(testReportQuery(kind));
  return (
    <Dialog open size="lg" onOpenChange={(open) => !open && onClose()} title={words[kind]}>
      <Loaded query={report} failure={words.failure}>
        {({ title, lines, columns, rows }) => (
          <div className="flex flex-col gap-3">
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {rows.length === 0 ? (
              <p className="text-fg-2">{words.none}</p>
            ) : (
              <ScrollRegion label={title}>
                <table className="w-full text-12">
                  <thead>
                    <tr className="text-fg-3">
                      {columns.map((column) => (
                        <th
                          key={column}
                          scope="col"
                          className="py-1 pe-3 text-start font-normal whitespace-nowrap"
                        >
                          {column}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody className="divide-y">
                    {rows.map((row) => (
                      <tr key={row.join('\n')}>
                        {row.map((cell, at) => (
                          <td key={columns[at]} className="py-1 pe-3">
                            {cell}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollRegion>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
