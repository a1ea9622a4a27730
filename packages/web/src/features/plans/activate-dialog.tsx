import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import type { PlanDetail } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

export type ActivateDialogProps = {
  plan: PlanDetail;
  busy: boolean;
  onActivate: () => void;
  onClose: () => void;
  /** Findings to show before activation. */
  children: ReactNode;
};

/** Confirms the activation of a plan version and shows its findings. */
export function ActivateDialog({ plan, busy, onActivate, onClose, children }: ActivateDialogProps) {
  const { version, activeVersion, assignedCount } = plan;
  return (
    <Dialog
      open
      held={busy}
      onOpenChange={(open) => !open && onClose()}
      title={messages.activate.title(version, plan.name)}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {messages.activate.cancel}
          </Button>
          <Button variant="primary" busy={busy} onClick={onActivate}>
            {messages.activate.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {activeVersion !== null && activeVersion !== version
            ? `${messages.activate.replaces(activeVersion)} `
            : null}
          {messages.activate.text}{' '}
          {assignedCount === 0 ? messages.activate.nobody : messages.activate.assigned(assignedCount)}
        </p>
        <Effect plan={plan} />
        {children}
      </div>
    </Dialog>
  );
}

const effectQuery = ({ id, documentHash }: PlanDetail) =>
  queryOptions({
    queryKey: [...keys.plans, 'effect', id, documentHash],
    queryFn: ({ signal }) => client.plans.effect({ id, documentHash }, { signal }),
  });

/** What the version would have paid on past deals, and whether one approval is enough. */
function Effect({ plan }: { plan: PlanDetail }) {
  return (
    <Loaded
      query={useQuery(effectQuery(plan))}
      failure={messages.activate.effectFailure}
      skeleton={<SkeletonText lines={2} />}
    >
      {({ figures, isLarge }) => (
        <div className="flex flex-col gap-2">
          {figures.length === 0 ? null : (
            <dl className="flex flex-col divide-y rounded-lg border">
              {figures.map(({ label, before, after, change, currency }) => {
                const shown = (text: string | null, signed = false) =>
                  text === null || currency === null ? text : formatMoney(text, { currency, signed });
                return (
                  <div
                    key={label}
                    className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2"
                  >
                    <dt className="min-w-0 text-fg-2">{label}</dt>
                    <dd className="figures ms-auto text-end">
                      {[shown(before), shown(after)]
                        .filter((text) => text !== null)
                        .join(messages.activate.to)}
                      {change === null ? null : (
                        <span className="block text-12 text-fg-2">{shown(change, true)}</span>
                      )}
                    </dd>
                  </div>
                );
              })}
            </dl>
          )}
          {isLarge ? <p className="text-warn-text">{messages.activate.twoPeople}</p> : null}
        </div>
      )}
    </Loaded>
  );
}
