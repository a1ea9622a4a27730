import type { Permission } from '@attain/domain/access/permissions';
import { type ReactNode, useEffect } from 'react';
import { KnownErrorState } from '../api/known-error-state.tsx';
import { useMay } from '../api/me.ts';
import { PageHeader, type PageHeaderProps } from '../ui/page-header.tsx';

export type PageProps = Omit<PageHeaderProps, 'title'> & {
  /** The page's heading and the window's title. */
  title: string;
  /** Without this permission the page says in words what is missing, and shows nothing else. */
  needs?: Permission;
  children: ReactNode;
};

/** The frame of one screen: its title, its acts, and whether it may be seen at all. */
export function Page({ title, needs, children, actions, ...head }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Attain`;
  }, [title]);
  const may = useMay(needs ?? 'read:workspace') || needs === undefined;
  return (
    <div className="mx-auto flex w-full max-w-[90rem] flex-col gap-4">
      <PageHeader title={title} {...head} actions={may ? actions : undefined} />
      {may || !needs ? (
        children
      ) : (
        <KnownErrorState
          kind="no-access"
          title="You don’t have access to this page."
          text="Ask your administrator if you need it."
        />
      )}
    </div>
  );
}
