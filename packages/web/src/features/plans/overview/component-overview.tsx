import { type Component, type Plan, weightsMatter } from '@attain/domain/plans/plan';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ComponentSearch } from './component-search.tsx';
import { matchesComponent, totalWeight } from './find-components.ts';
import { messages } from './messages.ts';

const statusMeaning = { Active: 'ok', Draft: 'warn', Inactive: 'neutral' } as const;

/** A value that an open suggestion proposes for a component. */
export type Proposed = {
  readonly component: string;
  readonly field: 'weight' | 'cap' | 'accelerator';
  readonly value: string;
};

export type ComponentOverviewProps = {
  plan: Plan;
  proposed: readonly Proposed[];
};

/** The components of a plan to read at a glance, with the values that suggestions propose. */
export function ComponentOverview({ plan, proposed }: ComponentOverviewProps) {
  const [search, setSearch] = useState('');
  const { components } = plan;
  const weight = totalWeight(components);
  const found = components.filter((one) => matchesComponent(one, search));
  return (
    <Card
      flush
      title={messages.title}
      beside={
        weightsMatter(components) ? (
          <Badge meaning={weight === 100 ? 'ok' : 'warn'}>
            {weight}% {messages.weight.toLowerCase()}
          </Badge>
        ) : null
      }
      actions={
        components.length > 0 ? (
          <ComponentSearch text={search} onText={setSearch} found={found.length} />
        ) : null
      }
    >
      {components.length === 0 ? (
        <EmptyState title={messages.none} text={messages.noneText} />
      ) : found.length === 0 ? (
        <EmptyState title={messages.noMatch} text={messages.noMatchText} />
      ) : (
        <ScrollRegion label={messages.region}>
          <table className="w-full">
            <thead className="caption bg-surface-2 text-fg-2">
              <tr className="border-y [&>th]:px-3 [&>th]:py-2 [&>th]:text-start [&>th]:font-medium @lg:[&>th:first-child]:ps-4">
                <th scope="col">{messages.component}</th>
                <th scope="col">{messages.weight}</th>
                <th scope="col">{messages.cap}</th>
                <th scope="col">{messages.accelerator}</th>
                <th scope="col">{messages.status}</th>
              </tr>
            </thead>
            <tbody>
              {found.map((component) => (
                <Row
                  key={component.id}
                  component={component}
                  proposed={proposed.filter((one) => one.component === component.id)}
                />
              ))}
            </tbody>
            <tfoot>
              <tr className="border-t bg-surface-2 font-medium [&>td]:px-3 [&>td]:py-2 @lg:[&>td:first-child]:ps-4">
                <td>{messages.total(found.length)}</td>
                <td colSpan={4} className="figures ps-14!">
                  {found.reduce((sum, one) => sum + one.weight, 0)}%{' '}
                  {found.some((one) => one.status === 'Draft') ? (
                    <span className="text-12 font-normal text-fg-3">{messages.withDrafts}</span>
                  ) : null}
                </td>
              </tr>
            </tfoot>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}

function Row({ component, proposed }: { component: Component; proposed: readonly Proposed[] }) {
  const { name, measure, weight, cap, accelerator, status } = component;
  const next = (field: Proposed['field']) => {
    const now = { weight: `${weight}%`, cap, accelerator }[field];
    const value = proposed.find((one) => one.field === field)?.value;
    // what the plan has already is proposed by no one any more
    return value === undefined || value === now ? null : <Chip value={value} />;
  };
  return (
    <tr className="border-b bg-surface last:border-b-0 hover:bg-surface-2 *:px-3 *:py-2 @lg:*:first:ps-4">
      <th scope="row" className="min-w-36 text-start font-normal">
        <span className="block font-medium">{name}</span>
        <span className="text-12 text-fg-3">{[measure.unit, measure.own].filter(Boolean).join(', ')}</span>
      </th>
      <td className="whitespace-nowrap">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="h-1 w-9 overflow-hidden rounded-full bg-border">
            <span
              className="block h-full rounded-full bg-primary"
              style={{ width: `${Math.min(100, Math.max(0, weight))}%` }}
            />
          </span>
          <span className="figures w-8">{weight}%</span>
          {next('weight')}
        </span>
      </td>
      <td>
        <Value>
          {cap ?? '—'}
          {next('cap')}
        </Value>
      </td>
      <td>
        <Value>
          {accelerator ?? '—'}
          {next('accelerator')}
        </Value>
      </td>
      <td>
        <Badge meaning={statusMeaning[status]}>{status}</Badge>
      </td>
    </tr>
  );
}

function Value({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 font-mono text-12 whitespace-nowrap">
      {children}
    </span>
  );
}

/** A proposed value: violet, because the assistant wrote it. */
function Chip({ value }: { value: string }) {
  return (
    <Badge meaning="ai" icon={<ArrowRight aria-hidden />}>
      <span className="sr-only">{messages.proposed('')}</span>
      {value}
    </Badge>
  );
}
