import { type ReactNode, useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useAct } from '../../api/use-act.ts';
import { matchesHotkey } from '../../base/use-hotkey.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ChangeQuota, type QuotaCell, type QuotaChange } from './change-quota.tsx';
import { messages } from './messages.ts';

const texts = messages.change;

/** One notice of a change at a time: what was undone offers no Undo. */
const noticeId = 'quota-change';

/** Asks for the reason of a changed quota, saves it, and takes it back by Undo or Ctrl+Z in the table. `shown` writes an amount. */
export function useQuotaChange(shown: (row: QuotaCell, amount: string) => string): {
  ask: (change: QuotaChange) => void;
  dialog: ReactNode;
} {
  const [change, setChange] = useState<QuotaChange>();
  const [reason, setReason] = useState('');
  const [done, setDone] = useState<readonly QuotaChange[]>([]);
  const undo = useAct({
    act: takeBack,
    changes: [keys.quotas, keys.calculations, keys.audit],
    failure: texts.undoFailure,
    onDone: () => toast({ id: noticeId, title: texts.undone, meaning: 'ok' }),
  });
  const takeBackLast = () => {
    const last = done.at(-1);
    if (last === undefined || undo.isPending) return;
    setDone(done.slice(0, -1));
    undo.mutate(last);
  };
  useUndoKey(takeBackLast);
  const amountOf = (row: QuotaCell, amount: string | null) =>
    amount === null ? texts.none : shown(row, amount);
  return {
    ask: setChange,
    dialog:
      change === undefined ? null : (
        <ChangeQuota
          {...change}
          before={amountOf(change.row, change.row.amount)}
          after={shown(change.row, change.amount)}
          reason={reason}
          onClose={() => setChange(undefined)}
          onDone={(given) => {
            setReason(given);
            setDone([...done, change]);
            setChange(undefined);
            toast({
              id: noticeId,
              title: change.row.amount === null ? texts.added : texts.done,
              text: texts.doneText(change.row.participantName, shown(change.row, change.amount)),
              meaning: 'ok',
              action: {
                label: texts.undo,
                act: () => {
                  setDone((all) => all.filter((one) => one !== change));
                  undo.mutate(change);
                },
              },
            });
          }}
        />
      ),
  };
}

/** A changed quota gets its amount back, an added one is removed. */
async function takeBack(
  { row, amount }: QuotaChange,
  options: Parameters<typeof client.records.changeQuota>[1],
): Promise<unknown> {
  const { participantId, componentId, unit, from, to } = row;
  const key = { participantId, componentId, unit, from, to };
  const reason = texts.undoReason;
  return row.amount === null
    ? client.records.removeQuotas({ quotas: [{ ...key, known: amount }], reason }, options)
    : client.records.changeQuota({ ...key, known: amount, amount: row.amount, reason }, options);
}

/** Ctrl+Z on a cell of a table; in a field it undoes what was typed. */
function useUndoKey(act: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (!matchesHotkey(event, 'mod+z') || !(target instanceof HTMLElement) || !target.dataset.place) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
