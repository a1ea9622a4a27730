import { type ReactNode, useState } from 'react';
import { auditQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { AuditEntry, AuditFilter } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { actionWords, objectWords, reasonWords } from './audit-words.ts';

const columns: readonly TableColumn<AuditEntry>[] = [
  { id: 'index', head: 'Entry', value: (row) => row.index, kind: 'figure', width: 72, sortable: false },
  {
    id: 'at',
    head: 'When',
    value: (row) => row.at,
    cell: (row) => formatMoment(row.at),
    width: 156,
    sortable: false,
  },
  { id: 'actor', head: 'Who', value: (row) => row.actor, width: 176, sortable: false },
  {
    id: 'action',
    head: 'What',
    value: (row) => row.action,
    cell: (row) => actionWords(row.action),
    width: 164,
    early: true,
    sortable: false,
  },
  {
    id: 'object',
    head: 'On what',
    value: objectWords,
    width: 220,
    grow: true,
    sortable: false,
  },
  {
    id: 'reason',
    head: 'Reason',
    value: (row) => reasonWords(row.reason),
    width: 160,
    sortable: false,
  },
  {
    id: 'hash',
    head: 'Leaf hash',
    value: (row) => row.leafHash,
    cell: (row) => <code className="font-mono text-12">{row.leafHash.slice(0, 12)}</code>,
    width: 120,
    sortable: false,
  },
];

/** Every change, refusal, download and failed sign-in, newest first; a row opens the exact bytes that were hashed. */
export function AuditTable({ filter }: { filter: AuditFilter }) {
  const list = useRows(auditQuery(filter));
  const [open, setOpen] = useState<AuditEntry>();
  return (
    <>
      <RowTable
        label="Audit log"
        list={list}
        failure="The audit log could not be loaded"
        columns={columns}
        rowId={(row) => String(row.index)}
        maxHeight="max(20rem, calc(100dvh - 12rem))"
        onOpenRow={setOpen}
        empty={
          <EmptyState
            title="No entry matches"
            text="Changes, refusals, downloads and failed sign-ins appear here."
          />
        }
      />
      {open ? (
        <Drawer
          open
          onOpenChange={(is) => !is && setOpen(undefined)}
          title={`Entry ${open.index}`}
          description={actionWords(open.action)}
        >
          <div className="flex flex-col gap-4">
            <KeyValueList
              rows={[
                { key: 'When', value: formatMoment(open.at) },
                {
                  key: 'Who',
                  value: open.actorKind === 'user' ? open.actor : `${open.actor} (${open.actorKind})`,
                },
                {
                  key: 'Action',
                  value: (
                    <Copied text={open.action} what="action">
                      {open.action}
                    </Copied>
                  ),
                },
                ...(open.reason === null ? [] : [{ key: 'Reason', value: reasonWords(open.reason) }]),
                {
                  key: 'On what',
                  value: (
                    <Copied text={open.object.id} what="id">
                      {objectWords(open)}
                      {open.object.version ? ` v${open.object.version}` : ''}
                    </Copied>
                  ),
                },
                {
                  key: 'Leaf hash',
                  value: (
                    <Copied text={open.leafHash} what="leaf hash">
                      {open.leafHash}
                    </Copied>
                  ),
                  mono: true,
                },
              ]}
            />
            <CodeBlock label="hashed bytes" code={open.body} wrap />
          </div>
        </Drawer>
      ) : null}
    </>
  );
}

/** A value that is looked for elsewhere: readable whole, with the button that copies what names it. */
function Copied({ text, what, children }: { text: string; what: string; children: ReactNode }) {
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <CopyButton text={text} label={`Copy the ${what}`} variant="ghost" className="-my-0.5 shrink-0" />
    </span>
  );
}
