import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadBlob, downloadText } from '../../base/files/download.ts';
import type { TableFile } from '../../base/files/table-file.ts';
import { Button } from '../button.tsx';
import { DropdownMenu } from '../overlays/dropdown-menu.tsx';
import { toast } from '../overlays/toast-queue.ts';

export type ExportMenuProps = {
  /** Without ending: "rates-acv-bookings". */
  fileName: string;
  /** What leaves; rows that are still on the server may be fetched first. */
  table: () => TableFile | Promise<TableFile>;
  /** The element that holds the chart, for a picture; left out where nothing is drawn. */
  chart?: () => Element | null;
};

/** Figures to keep: the table as CSV or workbook, the chart as a picture. */
export function ExportMenu({ fileName, table, chart }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const keep = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      toast({ title: 'The file could not be written', text, meaning: 'bad' });
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
          Export
        </Button>
      }
      align="end"
      sections={[
        {
          id: 'files',
          items: [
            { id: 'csv', label: 'Table as CSV', onSelect: () => void keep(csv) },
            { id: 'xlsx', label: 'Table as XLSX', onSelect: () => void keep(xlsx) },
            ...(chart ? [{ id: 'png', label: 'Chart as PNG', onSelect: () => void keep(png) }] : []),
          ],
        },
      ]}
    />
  );
}
