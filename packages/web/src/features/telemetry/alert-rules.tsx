import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { alertRulesQuery } from '../../api/requests/telemetry-queries.ts';
import type { AlertRule } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { AlertRuleDialog } from './alert-rule-dialog.tsx';
import { messages } from './messages.ts';

const words = messages.rules;

type AlertRulesProps = {
  workflows: readonly { id: string; name: string }[];
  /** Budgets the user can see. */
  budgets: readonly { id: string; name: string }[];
  onClose: () => void;
};

/** The rules of alerts, to create, change and delete. */
export function AlertRules({ workflows, budgets, onClose }: AlertRulesProps) {
  const rules = useQuery(alertRulesQuery);
  const mayEdit = useMay('edit:alerts');
  const [open, setOpen] = useState<AlertRule | 'new' | null>(null);
  const remove = useAct({
    act: client.alertRules.remove,
    changes: [keys.alerts, keys.audit],
    failure: words.removeFailure,
    onDone: () => toast({ title: words.removed, meaning: 'ok' }),
  });
  return (
    <Drawer open onOpenChange={(shown) => !shown && onClose()} title={words.title} size="lg">
      <div className="flex flex-col gap-3">
        {mayEdit ? (
          <Button className="self-start" icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
            {words.create}
          </Button>
        ) : null}
        <Loaded query={rules} failure={words.failure}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title={words.none} text={words.noneText} />
            ) : (
              <ul className="divide-y rounded-lg border">
                {rows.map((rule) => (
                  <li key={rule.id} className="flex items-center gap-3 px-3 py-2">
                    <div className="min-w-0 grow">
                      <p className="flex flex-wrap items-center gap-2 font-medium">
                        {rule.name}
                        <Badge>{messages.alerts.severities[rule.severity]}</Badge>
                        {rule.isActive ? null : <Badge meaning="warn">{words.off}</Badge>}
                      </p>
                      <p className="text-12 text-fg-2">
                        {rule.budgetName ?? rule.workflowName ?? messages.filter.anyWorkflow}:{' '}
                        {words.said[rule.measure](
                          rule.threshold,
                          words.minutes(rule.windowMinutes),
                          rule.target,
                        )}
                      </p>
                    </div>
                    {mayEdit ? (
                      <>
                        <IconButton
                          label={words.edit(rule.name)}
                          icon={<Pencil aria-hidden />}
                          onClick={() => setOpen(rule)}
                        />
                        <IconButton
                          label={words.remove(rule.name)}
                          icon={<Trash2 aria-hidden />}
                          disabled={remove.isPending}
                          onClick={() => remove.mutate({ id: rule.id })}
                        />
                      </>
                    ) : null}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {open === null ? null : (
        <AlertRuleDialog
          stored={open === 'new' ? undefined : open}
          workflows={workflows}
          budgets={budgets}
          onClose={() => setOpen(null)}
        />
      )}
    </Drawer>
  );
}
