import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Conversions } from '../../api/conversions/conversions.tsx';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Budget, BudgetList } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { messages } from './messages.ts';
import { BudgetBar, BudgetStatus } from './overview.tsx';

const words = messages.budgets;

/** The budgets with their state, and the form to create and change them. */
export function Budgets({ list }: { list: BudgetList }) {
  const mayEdit = useMay('edit:costs');
  const [open, setOpen] = useState<Budget | 'new'>();
  const { rows, excess, currency } = list;
  const money = (amount: string) => formatMoney(amount, { currency });
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <FigureTile
          label={words.utilization}
          figure={list.utilization === null ? '—' : `${list.utilization}%`}
          sub={words.utilizationNote}
        />
      </FigureRow>
      <Conversions label={words.limits} of={{ currency, ...list.limits }} />
      <Conversions label={words.spent} of={list} />
      {excess ? (
        <p role="note" className="text-13 text-warn-text">
          {words.excess(money(excess.parts), money(excess.annual), money(excess.excess))}
        </p>
      ) : null}
      <Card
        title={words.title}
        actions={
          mayEdit ? (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
              {words.add}
            </Button>
          ) : undefined
        }
      >
        {rows.length === 0 ? (
          <EmptyState title={words.none} text={words.noneText} />
        ) : (
          <ul className="divide-y">
            {rows.map((budget) => (
              <li key={budget.id} className="py-3 first:pt-0 last:pb-0">
                <BudgetRow budget={budget} onEdit={mayEdit ? () => setOpen(budget) : undefined} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {open === undefined ? null : (
        <BudgetDialog
          stored={open === 'new' ? undefined : open}
          currency={currency}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

function BudgetRow({ budget, onEdit }: { budget: Budget; onEdit: (() => void) | undefined }) {
  const money = (amount: string) => formatMoney(amount, budget);
  const isOver = budget.remaining.startsWith('-');
  const remaining = money(budget.remaining.replace('-', ''));
  const facts = [
    words.since(messages.periods[budget.period], formatDay(budget.periodStart)),
    scopeWords(budget),
    isOver ? words.over(remaining) : words.remaining(remaining),
    words.warnsAt(budget.alertThreshold),
    budget.action === 'stop' ? words.stopsCalls : null,
    budget.reserved === '0' ? null : words.reserved(money(budget.reserved)),
  ].filter((one) => one !== null);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <BudgetStatus status={budget.status} />
        {budget.thresholdExceeded ? <Badge meaning="warn">{words.thresholdExceeded}</Badge> : null}
        {onEdit ? (
          <div className="ms-auto flex gap-1">
            <IconButton label={words.edit(budget.name)} icon={<Pencil aria-hidden />} onClick={onEdit} />
            <RemoveBudget budget={budget} />
          </div>
        ) : null}
      </div>
      <BudgetBar budget={budget} />
      <p className="text-12 text-fg-3">{facts.join(' · ')}</p>
      <Conversions of={budget} />
    </div>
  );
}

function RemoveBudget({ budget }: { budget: Budget }) {
  const remove = useAct({
    act: (input: { id: string }, options) => client.budgets.remove(input, options),
    changes: [keys.costs, keys.audit],
    failure: words.removeFailure,
    onDone: () => toast({ title: words.removed, text: budget.name, meaning: 'ok' }),
  });
  return (
    <IconButton
      label={`${words.remove} ${budget.name}`}
      icon={<Trash2 aria-hidden />}
      busy={remove.isPending}
      onClick={() => remove.mutate({ id: budget.id })}
    />
  );
}

function scopeWords({ scope, scopeId }: Budget): string {
  if (scope === 'workspace') return messages.scopes.workspace;
  const category = Object.entries(messages.categories).find(([id]) => id === scopeId);
  return scope === 'category' && category ? category[1] : `${messages.scopes[scope]} ${scopeId}`;
}
