import { approvalKinds } from '@attain/domain/approvals/approval-kinds';
import { type ReactNode, useRef, useState } from 'react';
import { Failed } from '../../api/loaded.tsx';
import { approvalsQuery } from '../../api/requests/approval-queries.ts';
import type { ApprovalFilter, ApprovalRequest } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { useAddressText } from '../../base/use-address-text.ts';
import { useHotkey } from '../../base/use-hotkey.ts';
import { useMediaQuery } from '../../base/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { ApprovalsExport } from './approval-export.tsx';
import { ApprovalList } from './approval-list.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { chosenOf } from './chosen-requests.ts';
import { DecideMany } from './decide-many.tsx';
import { kindNames, messages } from './messages.ts';

type ApprovalsInboxProps = {
  whose: 'for-me' | 'asked' | 'all';
  /** The request that is open; none: on a wide screen the first. */
  requestId: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** As the address has it. */
  filter: Filter;
  onFilter: (filter: Filter) => void;
};

/** The requests, and the decision about several: its outcomes stay open although no request is left. */
export function ApprovalsInbox(props: ApprovalsInboxProps) {
  const [chosen, choose] = useState<readonly string[]>([]);
  const [batch, setBatch] = useState<Batch | null>(null);
  return (
    <>
      <Inbox {...props} chosen={chosen} onChoose={choose} onDecide={setBatch} />
      {batch === null ? null : (
        <DecideMany {...batch} onClose={() => setBatch(null)} onDone={() => choose([])} />
      )}
    </>
  );
}

/** Several requests about to be decided. */
interface Batch {
  readonly requests: readonly ApprovalRequest[];
  readonly decision: 'approve' | 'reject';
}

interface Choosing {
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onDecide: (batch: Batch) => void;
}

/** Requests on the left, the selected one on the right; on a narrow screen it opens over the list. */
function Inbox(props: ApprovalsInboxProps & Choosing) {
  const { whose, requestId, onOpen, filter, onFilter, onDecide } = props;
  const asked = { ...filter, whose };
  const list = useRows(approvalsQuery(asked));
  const wide = useMediaQuery('(min-width: 64rem)');
  const selectedId = requestId ?? (wide ? list.rows[0]?.id : undefined);
  const byKey = useSelectionKeys(list.rows, selectedId, onOpen);
  const choice = useChoice(list.rows, selectedId, props);
  const decided = () => onOpen(afterwards(list.rows, selectedId, wide));
  const filtered = filter.kind !== undefined || filter.search !== undefined;
  const panel = selectedId ? <ApprovalPanel id={selectedId} onDecided={decided} /> : null;
  if (list.query.isError && list.rows.length === 0)
    return <Failed query={list.query} failure={messages.loading} />;
  if (list.query.isSuccess && list.rows.length === 0 && !filtered && requestId === undefined)
    return <EmptyState {...messages.empty[whose]} />;
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] lg:items-start">
      <section
        aria-label={messages.list}
        className="overflow-hidden rounded-xl border bg-surface shadow-card"
      >
        <Filters filter={filter} onFilter={onFilter} end={<ApprovalsExport filter={asked} />} />
        <ChosenBar choice={choice} onDecide={onDecide} />
        {list.query.isPending ? (
          <div className="p-4">
            <SkeletonText lines={6} />
          </div>
        ) : null}
        {list.query.isSuccess && list.rows.length === 0 ? (
          <EmptyState {...(filtered ? messages.noMatch : messages.empty[whose])} />
        ) : (
          <ApprovalList
            rows={list.rows}
            selectedId={selectedId}
            followFocus={byKey}
            onSelect={onOpen}
            chosen={choice.ids}
            onChoose={choice.toggle}
          />
        )}
        {wide && list.rows.length > 0 ? <Keys /> : null}
        <Foot total={list.head?.total} complete={list.complete} onMore={list.loadMore} />
      </section>
      {wide ? (
        <section
          aria-label={messages.request}
          className="min-h-64 rounded-xl border bg-surface p-4 shadow-card"
        >
          {panel ?? <p className="text-fg-2">{messages.choose}</p>}
        </section>
      ) : (
        <Drawer
          open={panel !== null}
          onOpenChange={(open) => !open && onOpen(undefined)}
          title={messages.request}
        >
          {panel}
        </Drawer>
      )}
    </div>
  );
}

/** The request that comes next once the selected one is decided; none on a narrow screen, where the list returns. */
function afterwards(
  rows: readonly ApprovalRequest[],
  selectedId: string | undefined,
  wide: boolean,
): string | undefined {
  if (!wide) return undefined;
  const at = rows.findIndex(({ id }) => id === selectedId);
  return at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1])?.id;
}

/** `j` and `k` move through the list; answers whether a key selected the row, so that it takes the focus. */
function useSelectionKeys(
  rows: readonly ApprovalRequest[],
  selectedId: string | undefined,
  onSelect: (id: string) => void,
): boolean {
  const byKey = useRef(false);
  const move = (step: number) => {
    const at = rows.findIndex(({ id }) => id === selectedId);
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    byKey.current = true;
    if (next) onSelect(next.id);
  };
  useHotkey('j', () => move(1), rows.length > 0);
  useHotkey('k', () => move(-1), rows.length > 0);
  return byKey.current;
}

interface Choice extends ReturnType<typeof chosenOf> {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly choose: (ids: readonly string[]) => void;
}

/** The requests chosen to be decided together; `x` chooses the open one. */
function useChoice(
  rows: readonly ApprovalRequest[],
  selectedId: string | undefined,
  { chosen, onChoose: choose }: Choosing,
): Choice {
  const choice = chosenOf(rows, chosen);
  const ids = new Set(choice.picked.map(({ id }) => id));
  const toggle = (id: string) => choose(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]);
  const isAble = choice.able.some(({ id }) => id === selectedId);
  useHotkey('x', () => selectedId && toggle(selectedId), isAble);
  return { ...choice, ids, toggle, choose };
}

type ChosenBarProps = { choice: Choice; onDecide: Choosing['onDecide'] };

/** Chooses all requests, and decides the chosen ones. */
function ChosenBar({ choice: { able, first, picked, ids, choose }, onDecide }: ChosenBarProps) {
  if (able.length < 2 && ids.size === 0) return null;
  const isAll = first.length > 0 && first.every(({ id }) => ids.has(id));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
      <Checkbox
        label={ids.size === 0 ? messages.many.all(first.length, able.length) : messages.many.chosen(ids.size)}
        checked={isAll}
        indeterminate={ids.size > 0 && !isAll}
        onChange={() => choose(isAll ? [] : first.map(({ id }) => id))}
      />
      {ids.size === 0 ? null : (
        <span className="ms-auto flex gap-2">
          <Button size="sm" onClick={() => onDecide({ requests: picked, decision: 'approve' })}>
            {messages.many.approve}
          </Button>
          <Button
            size="sm"
            className="text-bad-text"
            onClick={() => onDecide({ requests: picked, decision: 'reject' })}
          >
            {messages.many.reject}
          </Button>
        </span>
      )}
    </div>
  );
}

type Filter = Pick<ApprovalFilter, 'search' | 'kind'> & { sort?: 'largest' | undefined };

type FiltersProps = Pick<ApprovalsInboxProps, 'filter' | 'onFilter'> & { end: ReactNode };

function Filters({ filter, onFilter, end }: FiltersProps) {
  const [text, setText] = useAddressText(filter.search, (search) => onFilter({ ...filter, search }));
  return (
    <div className="flex flex-wrap gap-2 border-b p-3">
      <div className="w-full">
        <FreeTextInput
          type="search"
          aria-label={messages.search}
          placeholder={messages.search}
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <div className="min-w-32 flex-1">
        <Select
          aria-label={messages.kind}
          value={filter.kind ?? 'all'}
          onValueChange={(kind) => onFilter({ ...filter, kind: approvalKinds.find((one) => one === kind) })}
          options={[
            { value: 'all', label: messages.allKinds },
            ...approvalKinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
          ]}
        />
      </div>
      <div className="min-w-36 flex-1">
        <Select
          aria-label={messages.sort}
          value={filter.sort ?? 'newest'}
          onValueChange={(sort) => onFilter({ ...filter, sort: sort === 'largest' ? sort : undefined })}
          options={[
            { value: 'newest', label: messages.newest },
            { value: 'largest', label: messages.largest },
          ]}
        />
      </div>
      {end}
    </div>
  );
}

/** The keys that work in the list. */
function Keys() {
  const keys = [
    ['J', 'K', messages.keys.move],
    ['A', messages.keys.approve],
    ['R', messages.keys.reject],
    ['Q', messages.keys.ask],
    ['X', messages.keys.select],
  ];
  return (
    <p className="flex flex-wrap gap-x-4 border-t px-4 py-2 text-12 text-fg-2">
      {keys.map((group) => (
        <span key={group[0]} className="inline-flex items-center gap-1">
          {group.slice(0, -1).map((key) => (
            <kbd key={key} className="rounded-sm border bg-surface-2 px-1 font-mono text-11">
              {key}
            </kbd>
          ))}
          {group.at(-1)}
        </span>
      ))}
    </p>
  );
}

type FootProps = { total: number | undefined; complete: boolean; onMore: () => void };

function Foot({ total, complete, onMore }: FootProps) {
  if (total === undefined || total === 0) return null;
  return (
    <p className="flex items-center justify-between gap-2 border-t px-4 py-2 text-12 text-fg-2">
      {messages.count(total)}
      {complete ? null : (
        <Button size="sm" onClick={onMore}>
          {messages.more}
        </Button>
      )}
    </p>
  );
}
