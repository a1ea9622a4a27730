import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../../api/loaded.tsx';
import { planHealthQuery } from '../../../api/queries.ts';
import type { PlanHealth } from '../../../api/shapes.ts';
import { compareDecimals } from '../../../base/decimal.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { formatCount, formatFixed, formatPercent } from '../../../base/format-number.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { SkeletonText, SkeletonTile } from '../../../ui/states/skeleton.tsx';
import { AttainmentChart } from './attainment-chart.tsx';
import { messages } from './messages.ts';
import { type OpenWork, PlanHealthTable } from './plan-health-table.tsx';

const { tiles } = messages;

/** The first screen of those who design plans: what plans cost, whether pay follows attainment, and what to fix. */
export function PlanHealthHome({ work }: { work: OpenWork }) {
  return (
    <Loaded query={useQuery(planHealthQuery())} failure={messages.failure} skeleton={<HealthSkeleton />}>
      {({ plans, withheld }) => (
        <section aria-label={messages.label} className="flex flex-col gap-4">
          <Figures plans={plans.filter(({ isActive }) => isActive)} />
          {withheld === null ? null : <p className="text-12 text-fg-2">{withheld}</p>}
          <Card
            title={messages.chart}
            beside={<span className="text-12 text-fg-2">{messages.chartAbout}</span>}
          >
            <AttainmentChart plans={plans} />
          </Card>
          <Card flush title={messages.plans}>
            <PlanHealthTable plans={plans} work={work} />
          </Card>
        </section>
      )}
    </Loaded>
  );
}

function HealthSkeleton() {
  return (
    // the parts below wait for it, so that they do not move
    <div aria-busy="true" className="flex flex-col gap-4 [&~*]:invisible">
      <FigureRow>
        <SkeletonTile />
        <SkeletonTile />
        <SkeletonTile />
        <SkeletonTile />
      </FigureRow>
      <Card title={messages.chart}>
        <SkeletonText lines={12} />
      </Card>
      <Card title={messages.plans}>
        <SkeletonText lines={8} />
      </Card>
    </div>
  );
}

function Figures({ plans }: { plans: readonly PlanHealth[] }) {
  return (
    <FigureRow>
      <CostTile plans={plans} />
      <FollowsTile plans={plans} />
      <FindingsTile plans={plans} />
      <TestsTile plans={plans} />
    </FigureRow>
  );
}

type Props = { plans: readonly PlanHealth[] };

/** The plans that have the figure, lowest first. */
function ranked(plans: readonly PlanHealth[], figure: (plan: PlanHealth) => string | null | undefined) {
  return plans
    .flatMap((plan) => {
      const value = figure(plan);
      return value === null || value === undefined ? [] : [{ plan, value }];
    })
    .sort((a, b) => compareDecimals(a.value, b.value));
}

function CostTile({ plans }: Props) {
  const costs = ranked(plans, ({ results }) => results?.costPerUnit);
  const [low, high] = [costs[0], costs.at(-1)];
  if (low === undefined || high === undefined)
    return <FigureTile label={tiles.cost} figure="—" sub={tiles.noCost} />;
  return (
    <FigureTile
      label={tiles.cost}
      figure={
        <Link className="hover:underline" {...paths.run(high.plan.results?.newestRunId ?? '')}>
          {low === high
            ? formatPercent(low.value)
            : `${formatPercent(low.value)} – ${formatPercent(high.value)}`}
        </Link>
      }
      sub={
        low === high
          ? tiles.costOfOne(low.plan.planName)
          : tiles.costOf(low.plan.planName, high.plan.planName)
      }
    />
  );
}

function FollowsTile({ plans }: Props) {
  const [weakest] = ranked(plans, ({ results }) => results?.correlation);
  if (weakest === undefined) return <FigureTile label={tiles.follows} figure="—" sub={tiles.noFollows} />;
  const { plan, value } = weakest;
  return (
    <FigureTile
      label={tiles.follows}
      figure={
        <Link className="hover:underline" {...paths.run(plan.results?.newestRunId ?? '')}>
          r = {formatFixed(value, 2)}
        </Link>
      }
      sub={tiles.weakest(plan.planName, plan.results?.compared ?? 0)}
    />
  );
}

function FindingsTile({ plans }: Props) {
  const found = plans.reduce((sum, { check }) => sum + (check?.withStake ?? 0), 0);
  const unchecked = plans.filter(({ check }) => check === null).length;
  const largest = ranked(plans, ({ check }) => check?.largestStake).at(-1);
  const isAllUnchecked = unchecked === plans.length;
  return (
    <FigureTile
      label={tiles.findings}
      figure={
        largest?.plan.check ? (
          <Link className="hover:underline" {...paths.simulation(largest.plan.check.simulationId)}>
            {formatCount(found)}
          </Link>
        ) : isAllUnchecked ? (
          '—'
        ) : (
          formatCount(found)
        )
      }
      tone={found > 0 ? 'warn' : 'plain'}
      sub={
        largest === undefined
          ? plans.length === 0
            ? tiles.noPlans
            : unchecked > 0
              ? tiles.unchecked(unchecked)
              : tiles.noneFound
          : tiles.largest(
              formatMoney(largest.value, { currency: largest.plan.currency }),
              largest.plan.planName,
            )
      }
    />
  );
}

function TestsTile({ plans }: Props) {
  const count = plans.reduce((sum, { tests }) => sum + tests.count, 0);
  const failing = plans.filter(({ tests }) => tests.failing > 0);
  const [first] = failing;
  const figure = formatCount(failing.reduce((sum, { tests }) => sum + tests.failing, 0));
  return (
    <FigureTile
      label={tiles.tests}
      figure={
        first === undefined ? (
          count === 0 ? (
            '—'
          ) : (
            figure
          )
        ) : (
          <Link className="hover:underline" {...paths.plan(first.planId)}>
            {figure}
          </Link>
        )
      }
      tone={failing.length > 0 ? 'bad' : 'plain'}
      sub={count === 0 ? tiles.noTests : tiles.ofTests(count)}
    />
  );
}
