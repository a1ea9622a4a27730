import { type ViewedList, viewedLists } from '@attain/domain/access/saved-views';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark, Columns3, Pencil, RotateCcw, Save, Star, Trash2, Users } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { savedViewsQuery } from '../../api/requests/view-queries.ts';
import type { SavedView } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { readStored, writeStored } from '../../base/browser-storage.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import type { MenuItem, MenuSection } from '../../ui/overlays/menu-sections.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { TableViewContext } from '../../ui/tables/table-view.ts';
import { messages } from './messages.ts';
import { RemoveViewDialog, useRemoveView } from './remove-view.tsx';
import { ViewDialog } from './view-dialog.tsx';
import { allRows, isBare, isSame, type ViewSearch, viewSearch } from './view-search.ts';
import { ColumnsRoom } from './views-room.tsx';

/** The saved views of a page's list, and the columns it shows. */
export function SavedViews({ list }: { list: ViewedList }) {
  return useMay(viewedLists[list].needs) ? <Views list={list} /> : null;
}

function Views({ list }: { list: ViewedList }) {
  const query = useQuery(savedViewsQuery(list));
  const views = query.data?.rows;
  const { search, current, view, open } = useOpenView(list, views);
  const [dialog, setDialog] = useState<'new' | { act: 'name' | 'remove'; view: SavedView }>();
  const close = () => setDialog(undefined);
  const acts = useViewActs(list, view, (act) => view && setDialog({ act, view }));
  const all = allRows(list, search);
  const sections: MenuSection[] = [
    {
      id: 'views',
      heading: messages.views,
      items: [
        {
          id: 'none',
          label: messages.none,
          checked: isSame(search, all),
          onSelect: () => open(null),
        },
        ...(views ?? []).map((one) => ({
          id: one.id,
          label: labelOf(one),
          checked: one === current,
          onSelect: () => open(one),
        })),
        ...(query.isError
          ? [{ id: 'failed', label: messages.loadFailure, onSelect: () => void query.refetch() }]
          : []),
      ],
    },
    {
      id: 'acts',
      items: [
        ...(view && current === undefined && view.mayChange
          ? [
              {
                id: 'update',
                label: messages.update(view.name),
                icon: <Save aria-hidden />,
                onSelect: () => acts.change({ search }),
              },
            ]
          : []),
        {
          id: 'save',
          label: messages.save,
          icon: <Bookmark aria-hidden />,
          onSelect: () => setDialog('new'),
        },
        ...(view ? actsOf(view, acts) : []),
      ],
    },
  ];
  return (
    <>
      <ColumnMenu />
      <DropdownMenu
        trigger={
          <Button icon={<Bookmark aria-hidden />}>
            <span className="max-w-40 truncate">
              {view ? (current ? view.name : messages.changed(view.name)) : messages.views}
            </span>
          </Button>
        }
        sections={sections}
      />
      {dialog === undefined ? null : dialog !== 'new' && dialog.act === 'remove' ? (
        <RemoveViewDialog view={dialog.view} onClose={close} />
      ) : (
        <ViewDialog
          list={list}
          search={search}
          view={
            dialog === 'new' ? undefined : (views?.find(({ id }) => id === dialog.view.id) ?? dialog.view)
          }
          onSaved={open}
          onClose={close}
        />
      )}
    </>
  );
}

type ViewActs = {
  change: (change: { search?: ViewSearch; isShared?: boolean }) => void;
  rename: () => void;
  choose: (isDefault: boolean) => void;
  remove: () => void;
};

function actsOf(view: SavedView, acts: ViewActs): MenuItem[] {
  const choose: MenuItem = {
    id: 'default',
    label: view.isDefault ? messages.noDefault : messages.makeDefault,
    icon: <Star aria-hidden />,
    onSelect: () => acts.choose(!view.isDefault),
  };
  if (!view.mayChange) return [choose];
  return [
    choose,
    { id: 'name', label: messages.rename, icon: <Pencil aria-hidden />, onSelect: acts.rename },
    {
      id: 'share',
      label: view.isShared ? messages.unshare : messages.share,
      icon: <Users aria-hidden />,
      onSelect: () => acts.change({ isShared: !view.isShared }),
    },
    {
      id: 'remove',
      label: messages.remove(view.name),
      icon: <Trash2 aria-hidden />,
      danger: true,
      onSelect: acts.remove,
    },
  ];
}

function useViewActs(
  list: ViewedList,
  view: SavedView | undefined,
  ask: (act: 'name' | 'remove') => void,
): ViewActs {
  const changes = [keys.savedViews, keys.audit];
  const change = useAct({ act: client.savedViews.change, changes, failure: messages.saveFailure });
  const choose = useAct({ act: client.savedViews.setDefault, changes, failure: messages.saveFailure });
  const remove = useRemoveView(messages.removeFailure);
  if (view === undefined) return { change: () => {}, rename: () => {}, choose: () => {}, remove: () => {} };
  const { id, revision } = view;
  return {
    change: (changed) => change.mutate({ id, revision, ...changed }),
    rename: () => ask('name'),
    choose: (isDefault) => choose.mutate({ list, id: isDefault ? id : null }),
    remove: () => (view.isShared ? ask('remove') : remove.mutate(view)),
  };
}

/** Entries of the browser's history whose list was on screen: going back to them opens no default view. */
const visited = new Set<string | undefined>();

const lastViewKey = 'last_view';

/** The view that this entry of the history showed, perhaps changed, before the page was loaded again. */
function viewBeforeReload(entry: string | undefined): string | undefined {
  const [of, id] = readStored(lastViewKey, 'sessionStorage')?.split(' ') ?? [];
  return of === entry ? id : undefined;
}

/** The view on screen, and how to open others. A list opened without filters starts with the default view. */
function useOpenView(list: ViewedList, views: readonly SavedView[] | undefined) {
  const navigate = useNavigate();
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const address = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const search = viewSearch(list, address);
  const [last, setLast] = useState(() => viewBeforeReload(entry));
  const [opened, setOpened] = useState<SavedView | null>(null);
  const settled = useRef(visited.has(entry));
  const same = views?.filter((view) => isSame(view.search, search));
  const current = same?.find(({ id }) => id === last) ?? same?.[0];
  const open = (view: SavedView | null, replace = false) => {
    const next = view?.search ?? allRows(list, search);
    void navigate({ to: '.', search: { ...next }, replace, resetScroll: false }).then(() => {
      setLast(view?.id);
      setOpened(view);
    });
  };
  useEffect(() => {
    if (views === undefined) return;
    visited.add(entry);
    if (settled.current) return;
    settled.current = true;
    const start = views.find(({ isDefault }) => isDefault);
    if (start && isBare(address)) open(start, true);
  });
  useEffect(() => {
    writeStored(lastViewKey, last === undefined ? null : `${entry} ${last}`, 'sessionStorage');
  }, [entry, last]);
  // a link can open a view too
  useEffect(() => {
    if (current?.id !== undefined) setLast(current.id);
  }, [current?.id]);
  useEffect(() => {
    if (opened === null) return;
    setOpened(null);
    // the address of a list drops what the list does not know
    const gone = Object.keys(opened.search).filter((name) => search[name] === undefined);
    if (gone.length > 0)
      toast({ title: messages.gone(opened.name), text: messages.goneText(gone.length), meaning: 'warn' });
  }, [opened, search]);
  return { search, current, view: current ?? views?.find(({ id }) => id === last), open };
}

function labelOf(view: SavedView): string {
  const facts = [
    view.isDefault ? messages.isDefault : null,
    view.isOwn ? (view.isShared ? messages.isShared : null) : messages.sharedBy(view.owner),
  ];
  return [view.name, ...facts.filter((fact) => fact !== null)].join(' · ');
}

/** Chooses the columns of the page's list; its first one always shows. */
function ColumnMenu() {
  const view = use(TableViewContext);
  if (view === null) return null;
  // the table has not said which it has
  if (view.columns.length < 2) return <ColumnsRoom />;
  const { columns, hidden, onHidden } = view;
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    // without columns that no longer exist
    onHidden(new Set([...next].filter((one) => columns.some((column) => column.id === one))));
  };
  return (
    <DropdownMenu
      trigger={<Button icon={<Columns3 aria-hidden />}>{messages.columns}</Button>}
      sections={[
        {
          id: 'columns',
          items: columns.slice(1).map(({ id, head }) => ({
            id,
            label: head,
            checked: !hidden.has(id),
            onSelect: () => toggle(id),
          })),
        },
        {
          id: 'all',
          items: [
            {
              id: 'all',
              label: messages.allColumns,
              icon: <RotateCcw aria-hidden />,
              disabled: hidden.size === 0,
              onSelect: () => onHidden(new Set()),
            },
          ],
        },
      ]}
    />
  );
}
