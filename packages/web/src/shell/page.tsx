import type { Permission } from '@attain/domain/access/permissions';
import { type ReactNode, useEffect } from 'react';
import { KnownErrorState } from '../api/known-error-state.tsx';
import { useMay } from '../api/me.ts';
import { PageHeader, type PageHeaderProps } from '../ui/page-header.tsx';
import { messages } from './messages.ts';

export type PageProps = Omit<PageHeaderProps, 'title'> & {
  /** Used for the heading and the window title. */
  title: string;
  /** Without this permission the page only says that access is missing. */
  needs?: Permission;
  children: ReactNode;
};

/** The frame of one screen: title, actions and permission. */
export function Page({ title, needs, children, actions, ...head }: PageProps) {
  useEffect(() => {
    document.title = messages.page.windowTitle(title);
  }, [title]);
  const may = useMay(needs ?? 'read:workspace') || needs === undefined;
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-col gap-4">
      <PageHeader title={title} {...head} actions={may ? actions : undefined} />
      {may || !needs ? (
        children
      ) : (
        <KnownErrorState kind="no-access" title={messages.page.noAccess} text={messages.page.noAccessText} />
      )}
    </div>
  );
}
