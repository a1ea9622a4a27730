import { type Plan, weightsMatter } from '@attain/domain/plans/plan';
import type { ReactNode } from 'react';
import { totalWeight } from './find-components.ts';
import { messages } from './messages.ts';

/** Four figures of a plan: total weight, components, active and capped ones. */
export function PlanCards({ plan }: { plan: Plan }) {
  const { components } = plan;
  const active = components.filter(({ status }) => status === 'Active');
  const drafts = components.filter(({ status }) => status === 'Draft').length;
  const weight = totalWeight(components);
  const counts = weightsMatter(components);
  const { cards } = messages;
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border shadow-card @lg:grid-cols-4">
        <Figure
          label={cards.weight}
          figure={`${weight}%`}
          sub={!counts ? cards.weightUnused : weight === 100 ? cards.weightOk : cards.weightWrong}
          warn={counts && weight !== 100}
        />
        <Figure label={cards.components} figure={components.length} sub={cards.drafts(drafts)} />
        <Figure label={cards.active} figure={active.length} sub={cards.ofAll(components.length)} />
        <Figure
          label={cards.capped}
          figure={components.filter(({ cap }) => cap !== null).length}
          sub={cards.ofAll(components.length)}
        />
      </dl>
    </div>
  );
}

type FigureProps = { label: string; figure: ReactNode; sub: string; warn?: boolean };

function Figure({ label, figure, sub, warn = false }: FigureProps) {
  return (
    <div className="min-w-0 bg-surface px-4 py-2.5">
      <dt className="text-12 text-fg-2">{label}</dt>
      <dd>
        <span className="figures block text-18 font-semibold tracking-[-0.015em]">{figure}</span>
        <span className={`block text-12 text-pretty ${warn ? 'text-warn-text' : 'text-fg-3'}`}>{sub}</span>
      </dd>
    </div>
  );
}
