import type { ReactNode } from 'react';

export type EmptyStateProps = {
  title: string;
  /** Why it is empty and what fills it. */
  text?: ReactNode;
  icon?: ReactNode;
  /** The action that fills it. */
  action?: ReactNode;
};

/** Shown in place of missing data, with the reason and an action. */
export function EmptyState({ title, text, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-10 text-center">
      {icon ? (
        <div className="mb-2 grid size-9 place-items-center rounded-lg bg-sunken text-fg-3 [&_svg]:size-5">
          {icon}
        </div>
      ) : null}
      <p className="font-medium">{title}</p>
      {text ? <div className="max-w-prose text-fg-2">{text}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
