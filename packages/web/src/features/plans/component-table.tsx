import { type Component, type Plan, weightsMatter } from '@attain/domain/plans/plan';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { messages } from './messages.ts';
import { ComponentSearch } from './overview/component-search.tsx';
import { matchesComponent, totalWeight } from './overview/find-components.ts';
import { rateSummary } from './words/plan-words.ts';
import { termWords } from './words/term-words.ts';

/** Rows shown before "Show all". */
const maxAtOnce = 50;
const statusMeaning = { Active: 'ok', Draft: 'warn', Inactive: 'neutral' } as const;

export type ComponentTableProps = {
  plan: Plan;
  readOnly: boolean;
  onAdd: () => void;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
};

/** Components of the plan, with the sum of their weights. */
export function ComponentTable({ plan, readOnly, onAdd, onEdit, onRemove }: ComponentTableProps) {
  const weight = totalWeight(plan.components);
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const found = plan.components
    .map((component, index) => ({ component, index }))
    .filter(({ component }) => matchesComponent(component, search));
  const shown = all ? found : found.slice(0, maxAtOnce);
  return (
    <Card
      flush
      title={messages.components.title}
      beside={
        weightsMatter(plan.components) ? (
          <Badge meaning={weight === 100 ? 'ok' : 'warn'}>{messages.components.weight(weight)}</Badge>
        ) : null
      }
      actions={
        <>
          {plan.components.length > 0 ? (
            <ComponentSearch text={search} onText={setSearch} found={found.length} />
          ) : null}
          {readOnly ? null : (
            <Button size="sm" icon={<Plus aria-hidden />} onClick={onAdd}>
              {messages.components.add}
            </Button>
          )}
        </>
      }
    >
      {plan.components.length === 0 ? (
        <EmptyState title={messages.components.none} text={messages.components.noneText} />
      ) : found.length === 0 ? (
        <EmptyState title={messages.components.noMatch} text={messages.components.noMatchText} />
      ) : (
        <ScrollRegion label={messages.components.region}>
          <table className="w-full min-w-180">
            <thead className="caption bg-surface-2 text-fg-2">
              <tr className="border-y [&>th]:px-3 [&>th]:py-2 [&>th]:text-start @lg:[&>th:first-child]:ps-4 [&>th]:font-medium">
                <th scope="col">{messages.components.component}</th>
                <th scope="col">{messages.components.measure}</th>
                <th scope="col">{messages.components.rate}</th>
                <th scope="col" className="text-end!">
                  {messages.components.weightHead}
                </th>
                <th scope="col">{messages.components.cap}</th>
                <th scope="col">{messages.components.accelerator}</th>
                <th scope="col">{messages.components.status}</th>
                <th scope="col">
                  <span className="sr-only">{messages.components.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ component, index }) => (
                <Row
                  key={component.id}
                  component={component}
                  others={plan.components}
                  readOnly={readOnly}
                  onEdit={() => onEdit(index)}
                  onRemove={() => onRemove(index)}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {shown.length < found.length ? (
        <div className="flex flex-wrap items-center gap-3 border-t px-4 py-2 text-fg-2">
          <span>{messages.components.shown(shown.length, found.length)}</span>
          <Button size="sm" onClick={() => setAll(true)}>
            {messages.components.showAll}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

type RowProps = {
  component: Component;
  others: readonly Component[];
  readOnly: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

function Row({ component, others, readOnly, onEdit, onRemove }: RowProps) {
  const { name, measure, weight, cap, accelerator, status } = component;
  const terms = termWords(component, others);
  return (
    <tr className="border-b last:border-b-0 bg-surface hover:bg-surface-2 [&>td]:px-3 [&>td]:py-1.5 @lg:[&>td:first-child]:ps-4">
      <td>
        <span className="font-medium">{name}</span>
        {terms.length > 0 ? (
          <span className="block max-w-80 text-12 text-pretty text-fg-3">{terms.join(' · ')}</span>
        ) : null}
      </td>
      <td className="text-fg-2">
        {measure.of === 'deals'
          ? messages.components.deals(measure.unit)
          : [measure.unit, measure.own].filter(Boolean).join(', ')}
      </td>
      <td className="text-fg-2">{rateSummary(component.rate)}</td>
      <td className="text-end">
        <span className="inline-flex items-center gap-3">
          <span aria-hidden className="h-1 w-14 overflow-hidden rounded-full bg-border">
            <span
              className="block h-full rounded-full bg-primary"
              style={{ width: `${Math.min(100, Math.max(0, weight))}%` }}
            />
          </span>
          <span className="figures w-9">{weight}%</span>
        </span>
      </td>
      <td className="font-mono text-12">{cap ?? '—'}</td>
      <td className="font-mono text-12">{accelerator ?? '—'}</td>
      <td>
        <Badge meaning={statusMeaning[status]}>{status}</Badge>
      </td>
      {/* stays at the edge when the table scrolls sideways */}
      <td className="sticky end-0 bg-inherit text-end whitespace-nowrap">
        <IconButton
          size="sm"
          label={readOnly ? messages.components.show(name) : messages.components.edit(name)}
          icon={<Pencil aria-hidden />}
          onClick={onEdit}
        />
        {readOnly ? null : (
          <IconButton
            size="sm"
            label={messages.components.remove(name)}
            icon={<Trash2 aria-hidden />}
            onClick={onRemove}
          />
        )}
      </td>
    </tr>
  );
}
