import type { ReactNode } from 'react';

export type PartProps = {
  title: string;
  /** Next to the title. */
  beside?: string;
  children: ReactNode;
};

/** A section of the Why drawer. */
export function Part({ title, beside, children }: PartProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 flex items-baseline gap-2 text-13 font-semibold">
        {title} {beside ? <span className="text-12 font-normal text-fg-3">{beside}</span> : null}
      </h3>
      {children}
    </section>
  );
}
