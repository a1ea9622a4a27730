import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadBlob, downloadText } from '../../base/files/download.ts';
import type { TableFile } from '../../base/files/table-file.ts';
import { Button } from '../button.tsx';
import { messages } from '../messages.ts';
import { DropdownMenu } from '../overlays/dropdown-menu.tsx';
import { toast } from '../overlays/toast-queue.ts';

export type ExportMenuProps = {
  /** Without extension: "rates-acv-bookings". */
  fileName: string;
  /** The exported table; rows still on the server may be fetched first. */
  table: () => TableFile | Promise<TableFile>;
  /** The element that contains the chart, for a picture; undefined without a chart. */
  chart?: () => Element | null;
};

/** Exports the table as CSV or XLSX and the chart as PNG. */
export function ExportMenu({ fileName, table, chart }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const keep = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      toast({ title: messages.export.failure, text, meaning: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const csv = async () => {
    const { csvOf } = await import('../../base/files/table-file.ts');
    downloadText(`${fileName}.csv`, csvOf(await table()), 'text/csv;charset=utf-8');
  };
  const xlsx = async () => {
    const { xlsxOf } = await import('../../base/files/table-file.ts');
    downloadBlob(`${fileName}.xlsx`, await xlsxOf(await table(), fileName));
  };
  const png = async () => {
    const svg = chart?.()?.querySelector('svg[role="img"]');
    if (!(svg instanceof SVGSVGElement)) throw new Error('There is no chart to take a picture of yet.');
    const { pngOf } = await import('../../base/files/chart-picture.ts');
    downloadBlob(`${fileName}.png`, await pngOf(svg));
  };
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" busy={busy} icon={<Download aria-hidden />}>
          {messages.export.label}
        </Button>
      }
      align="end"
      sections={[
        {
          id: 'files',
          items: [
            { id: 'csv', label: messages.export.csv, onSelect: () => void keep(csv) },
            { id: 'xlsx', label: messages.export.xlsx, onSelect: () => void keep(xlsx) },
            ...(chart ? [{ id: 'png', label: messages.export.png, onSelect: () => void keep(png) }] : []),
          ],
        },
      ]}
    />
  );
}
