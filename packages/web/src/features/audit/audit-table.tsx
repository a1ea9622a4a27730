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
import { messages } from './messages.ts';

const columns: readonly TableColumn<AuditEntry>[] = [
  {
    id: 'index',
    head: messages.table.entry,
    value: (row) => row.index,
    kind: 'figure',
    width: 72,
    sortable: false,
  },
  {
    id: 'at',
    head: messages.table.when,
    value: (row) => row.at,
    cell: (row) => formatMoment(row.at),
    width: 156,
    sortable: false,
  },
  { id: 'actor', head: messages.table.who, value: (row) => row.actor, width: 176, sortable: false },
  {
    id: 'action',
    head: messages.table.what,
    value: (row) => row.action,
    cell: (row) => actionWords(row.action),
    width: 164,
    early: true,
    sortable: false,
  },
  {
    id: 'object',
    head: messages.table.object,
    value: objectWords,
    width: 220,
    grow: true,
    sortable: false,
  },
  {
    id: 'reason',
    head: messages.table.reason,
    value: (row) => reasonWords(row.reason),
    width: 160,
    sortable: false,
  },
  {
    id: 'hash',
    head: messages.table.hash,
    value: (row) => row.leafHash,
    cell: (row) => <code className="font-mono text-12">{row.leafHash.slice(0, 12)}</code>,
    width: 120,
    sortable: false,
  },
];

/**
 * Changes, denied requests, downloads and failed sign-ins, newest first; a row opens the exact bytes that
 * were hashed.
 */
export function AuditTable({ filter }: { filter: AuditFilter }) {
  const list = useRows(auditQuery(filter));
  const [open, setOpen] = useState<AuditEntry>();
  return (
    <>
      <RowTable
        viewed
        label={messages.table.label}
        list={list}
        failure={messages.table.failure}
        columns={columns}
        rowId={(row) => String(row.index)}
        maxHeight="max(20rem, calc(100dvh - 12rem))"
        onOpenRow={setOpen}
        empty={<EmptyState title={messages.table.noMatch} text={messages.table.noMatchText} />}
      />
      {open ? (
        <Drawer
          open
          onOpenChange={(is) => !is && setOpen(undefined)}
          title={messages.entry.title(open.index)}
          description={actionWords(open.action)}
        >
          <div className="flex flex-col gap-4">
            <KeyValueList
              rows={[
                { key: messages.table.when, value: formatMoment(open.at) },
                {
                  key: messages.table.who,
                  value: open.actorKind === 'user' ? open.actor : `${open.actor} (${open.actorKind})`,
                },
                {
                  key: messages.table.what,
                  value: (
                    <Copied text={open.action} what="action">
                      {open.action}
                    </Copied>
                  ),
                },
                ...(open.reason === null
                  ? []
                  : [{ key: messages.table.reason, value: reasonWords(open.reason) }]),
                {
                  key: messages.table.object,
                  value: (
                    <Copied text={open.object.id} what="id">
                      {open.object.version
                        ? messages.entry.version(objectWords(open), open.object.version)
                        : objectWords(open)}
                    </Copied>
                  ),
                },
                {
                  key: messages.table.hash,
                  value: (
                    <Copied text={open.leafHash} what={messages.entry.hashName}>
                      {open.leafHash}
                    </Copied>
                  ),
                  mono: true,
                },
              ]}
            />
            <CodeBlock label={messages.entry.body} code={open.body} wrap />
          </div>
        </Drawer>
      ) : null}
    </>
  );
}

/** A value with a copy button, for searching elsewhere. */
function Copied({ text, what, children }: { text: string; what: string; children: ReactNode }) {
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <CopyButton
        text={text}
        label={messages.entry.copy(what)}
        variant="ghost"
        className="-my-0.5 shrink-0"
      />
    </span>
  );
}
