import { FileJson, FileSpreadsheet, FileText, Printer } from 'lucide-react';
import { Button, buttonLook } from '../../ui/button.tsx';
import { messages } from './messages.ts';

/** Statement downloads: PDF, CSV, XLSX and the proof file. */
export function StatementFiles({ runId, participantId }: { runId: string; participantId: string }) {
  const at = `/api/statements/${runId}/${encodeURIComponent(participantId)}`;
  return (
    <>
      <a className={buttonLook({})} href={`${at}.json`} download>
        <FileJson aria-hidden /> {messages.files.proof}
      </a>
      <a className={buttonLook({})} href={`${at}.csv`} download>
        <FileSpreadsheet aria-hidden /> {messages.files.csv}
      </a>
      <a className={buttonLook({})} href={`${at}.xlsx`} download>
        <FileSpreadsheet aria-hidden /> {messages.files.xlsx}
      </a>
      <Button icon={<Printer aria-hidden />} onClick={() => print()}>
        {messages.files.print}
      </Button>
      <a className={buttonLook({ variant: 'primary' })} href={`${at}.pdf`} download>
        <FileText aria-hidden /> {messages.files.pdf}
      </a>
    </>
  );
}
