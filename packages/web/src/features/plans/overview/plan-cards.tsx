import { type Plan, weightsMatter } from '@attain/domain/plans/plan';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
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
    <FigureRow>
      <FigureTile
        label={cards.weight}
        figure={`${weight}%`}
        sub={!counts ? cards.weightUnused : weight === 100 ? cards.weightOk : cards.weightWrong}
        tone={counts && weight !== 100 ? 'warn' : 'plain'}
      />
      <FigureTile label={cards.components} figure={components.length} sub={cards.drafts(drafts)} />
      <FigureTile label={cards.active} figure={active.length} sub={cards.ofAll(components.length)} />
      <FigureTile
        label={cards.capped}
        figure={components.filter(({ cap }) => cap !== null).length}
        sub={cards.ofAll(components.length)}
      />
    </FigureRow>
  );
}
