import { FileArchive } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

const StatementZipDialog = lazy(async () => ({
  default: (await import('./statement-zip-dialog.tsx')).StatementZipDialog,
}));

/** Opens the download of all statements of a period. */
export function StatementZip() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<FileArchive aria-hidden />} onClick={() => setOpen(true)}>
        {messages.zip.open}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <StatementZipDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
