import { type ViewedList, viewedLists } from '@attain/domain/access/saved-views';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark, Columns3, Pencil, RotateCcw, Save, Star, Trash2, Users } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { savedViewsQuery } from '../../api/requests/view-queries.ts';
import type { SavedView } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import type { MenuItem, MenuSection } from '../../ui/overlays/menu-sections.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { TableViewContext } from '../../ui/tables/table-view.ts';
import { messages } from './messages.ts';
import { ViewDialog } from './view-dialog.tsx';

type Search = SavedView['search'];

/** The saved views of a page's list, and the columns it shows. */
export function SavedViews({ list }: { list: ViewedList }) {
  return useMay(viewedLists[list].needs) ? <Views list={list} /> : null;
}

function Views({ list }: { list: ViewedList }) {
  const views = useQuery(savedViewsQuery(list)).data?.rows;
  const search = useViewSearch(list);
  const { last, open } = useOpenView(views, search);
  const [dialog, setDialog] = useState<'new' | 'name'>();
  const current = views?.find((view) => isSame(view.search, search));
  const view = current ?? views?.find(({ id }) => id === last);
  const acts = useViewActs(list, view, open);
  const sections: MenuSection[] = [
    {
      id: 'views',
      heading: messages.views,
      items: [
        {
          id: 'none',
          label: messages.none,
          checked: Object.keys(search).length === 0,
          onSelect: () => open(null),
        },
        ...(views ?? []).map((one) => ({
          id: one.id,
          label: labelOf(one),
          checked: one === current,
          onSelect: () => open(one),
        })),
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
        ...(view ? actsOf(view, acts, () => setDialog('name')) : []),
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
      {dialog === undefined ? null : (
        <ViewDialog
          list={list}
          search={search}
          view={dialog === 'name' ? view : undefined}
          onSaved={open}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

type ViewActs = {
  change: (change: { search?: Search; isShared?: boolean }) => void;
  choose: (isDefault: boolean) => void;
  remove: () => void;
};

function actsOf(view: SavedView, acts: ViewActs, onName: () => void): MenuItem[] {
  const choose: MenuItem = {
    id: 'default',
    label: view.isDefault ? messages.noDefault : messages.makeDefault,
    icon: <Star aria-hidden />,
    onSelect: () => acts.choose(!view.isDefault),
  };
  if (!view.mayChange) return [choose];
  return [
    choose,
    { id: 'name', label: messages.rename, icon: <Pencil aria-hidden />, onSelect: onName },
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
  open: (view: SavedView) => void,
): ViewActs {
  const changes = [keys.savedViews, keys.audit];
  const change = useAct({ act: client.savedViews.change, changes, failure: messages.saveFailure });
  const choose = useAct({ act: client.savedViews.setDefault, changes, failure: messages.saveFailure });
  const restore = useAct({
    act: client.savedViews.create,
    changes,
    failure: messages.restoreFailure,
    onDone: open,
  });
  const remove = useAct({
    act: (removed: SavedView, options) => client.savedViews.remove({ id: removed.id }, options),
    changes,
    failure: messages.removeFailure,
    onDone: (_, { name, search, isShared, isOwn }) =>
      toast({
        title: messages.removed(name),
        meaning: 'ok',
        ...(isOwn && {
          action: { label: messages.undo, act: () => restore.mutate({ list, name, search, isShared }) },
        }),
      }),
  });
  if (view === undefined) return { change: () => {}, choose: () => {}, remove: () => {} };
  const { id, revision } = view;
  return {
    change: (changed) => change.mutate({ id, revision, ...changed }),
    choose: (isDefault) => choose.mutate({ list, id: isDefault ? id : null }),
    remove: () => remove.mutate(view),
  };
}

/** Opens views. A list opened without filters starts with the default view. */
function useOpenView(views: readonly SavedView[] | undefined, search: Search) {
  const navigate = useNavigate();
  const [last, setLast] = useState<string>();
  const [opened, setOpened] = useState<SavedView | null>(null);
  const settled = useRef(false);
  const open = (view: SavedView | null, replace = false) => {
    setLast(view?.id);
    void navigate({ to: '.', search: { ...view?.search }, replace, resetScroll: false }).then(() =>
      setOpened(view),
    );
  };
  useEffect(() => {
    if (views === undefined || settled.current) return;
    settled.current = true;
    const start = views.find(({ isDefault }) => isDefault);
    if (start && Object.keys(search).length === 0) open(start, true);
  });
  useEffect(() => {
    if (opened === null) return;
    setOpened(null);
    // the address of a list drops what the list does not know
    const gone = Object.keys(opened.search).filter((name) => search[name] === undefined);
    if (gone.length > 0)
      toast({ title: messages.gone(opened.name), text: messages.goneText(gone.length), meaning: 'warn' });
  }, [opened, search]);
  return { last, open };
}

/** The address without what opens a row: what a view keeps. */
function useViewSearch(list: ViewedList): Search {
  const address = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const opens: readonly string[] = [...viewedLists[list].opens, 'preview'];
  return Object.fromEntries(
    Object.entries(address)
      .filter(([name, value]) => !opens.includes(name) && value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}

function isSame(one: Search, other: Search): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
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
  if (view === null || view.columns.length < 2) return null;
  const { columns, hidden, onHidden } = view;
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    // without columns that exist no more
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
