import { FileJson, FileSpreadsheet, FileText, Printer } from 'lucide-react';
import { Button, buttonLook } from '../../ui/button.tsx';

/** The statement as files to keep: PDF to read, CSV and XLSX to reckon with, the proof file to verify. */
export function StatementFiles({ runId, participantId }: { runId: string; participantId: string }) {
  const at = `/api/statements/${runId}/${encodeURIComponent(participantId)}`;
  return (
    <>
      <a className={buttonLook({})} href={`${at}.json`} download>
        <FileJson aria-hidden /> Proof file
      </a>
      <a className={buttonLook({})} href={`${at}.csv`} download>
        <FileSpreadsheet aria-hidden /> CSV
      </a>
      <a className={buttonLook({})} href={`${at}.xlsx`} download>
        <FileSpreadsheet aria-hidden /> XLSX
      </a>
      <Button icon={<Printer aria-hidden />} onClick={() => print()}>
        Print
      </Button>
      <a className={buttonLook({ variant: 'primary' })} href={`${at}.pdf`} download>
        <FileText aria-hidden /> PDF
      </a>
    </>
  );
}
