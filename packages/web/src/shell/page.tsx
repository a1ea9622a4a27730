import type { Permission } from '@attain/domain/access/permissions';
import type { ViewedList } from '@attain/domain/access/saved-views';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { KnownErrorState } from '../api/known-error-state.tsx';
import { useMay } from '../api/me.ts';
import { PageHeader, type PageHeaderProps } from '../ui/page-header.tsx';
import { messages } from './messages.ts';
import { TableViewInAddress } from './views/table-view-in-address.tsx';
import { ViewsRoom } from './views/views-room.tsx';

const SavedViews = lazy(async () => ({
  default: (await import('./views/saved-views.tsx')).SavedViews,
}));

export type PageProps = Omit<PageHeaderProps, 'title'> & {
  /** Used for the heading and the window title. */
  title: string;
  /** Without this permission the page only says that access is missing. */
  needs?: Permission;
  /** The list of the page, if its filters, order and columns can be saved as views. */
  views?: ViewedList;
  children: ReactNode;
};

/** The frame of one screen: title, actions and permission. */
export function Page(props: PageProps) {
  return props.views === undefined ? (
    <Frame {...props} />
  ) : (
    <TableViewInAddress>
      <Frame {...props} />
    </TableViewInAddress>
  );
}

function Frame({ title, needs, children, actions, views, ...head }: PageProps) {
  useEffect(() => {
    document.title = messages.page.windowTitle(title);
  }, [title]);
  const may = useMay(needs ?? 'read:workspace') || needs === undefined;
  const buttons = views ? (
    <>
      <Suspense fallback={<ViewsRoom />}>
        <SavedViews list={views} />
      </Suspense>
      {actions}
    </>
  ) : (
    actions
  );
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-col gap-4">
      <PageHeader title={title} {...head} actions={may ? buttons : undefined} />
      {may || !needs ? (
        children
      ) : (
        <KnownErrorState kind="no-access" title={messages.page.noAccess} text={messages.page.noAccessText} />
      )}
    </div>
  );
}
