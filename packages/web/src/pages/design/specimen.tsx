import type { ReactNode } from 'react';

/** A named place on the design page for one family of parts. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="caption text-fg-3">{title}</h2>
      {children}
    </section>
  );
}
