import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys, recordKeys } from '../../api/keys.ts';
import type { ImportDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from './messages.ts';

/** Takes a stored import back, after a question; the reason it can’t be is shown in the dialog. */
export function UndoImport({ file }: { file: ImportDetail }) {
  const [asked, setAsked] = useState(false);
  const adjusts = file.kind === 'adjustments';
  const removed = file.summary?.removal?.rows ?? 0;
  const undo = useAct({
    act: client.imports.undo,
    changes: [keys.imports, keys.audit, keys.adjustments, keys.approvals, ...recordKeys],
    failure: null,
    onDone: () => setAsked(false),
  });
  return (
    <>
      <Button icon={<Undo2 aria-hidden />} onClick={() => setAsked(true)}>
        {messages.undo.title}
      </Button>
      {asked ? (
        <ActDialog
          danger
          act={undo}
          title={messages.undo.question(file.fileName)}
          description={adjusts ? messages.undo.adjustments : messages.undo.description}
          label={messages.undo.title}
          onAct={() => undo.mutate({ id: file.id })}
          onClose={() => setAsked(false)}
        >
          <p>
            {adjusts
              ? messages.undo.adjustmentRows(file.summary?.added ?? 0)
              : messages.undo.rows({
                  added: file.summary?.added ?? 0,
                  changed: file.summary?.changed ?? 0,
                  removed,
                })}
          </p>
        </ActDialog>
      ) : null}
    </>
  );
}

/** Says that an import was taken back, or that it takes one back. */
export function Undone({ file }: { file: ImportDetail }) {
  const other = file.undone?.id ?? file.undoes;
  if (!other) return null;
  return (
    <p role="status" className="rounded-lg border bg-info-soft px-4 py-3">
      {file.undone ? messages.undo.undone(formatMoment(file.undone.committedAt)) : messages.undo.undoes}{' '}
      <Link className="text-primary-text underline" {...paths.import(other)}>
        {file.undone ? file.undone.fileName : messages.undo.showImport}
      </Link>
    </p>
  );
}
