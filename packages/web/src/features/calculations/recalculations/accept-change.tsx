import { noPermissionMessage, type Permission } from '@attain/domain/access/permissions';
import { Link } from '@tanstack/react-router';
import { client } from '../../../api/client.ts';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { keys, recordKeys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import type { Recalculation, Run } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { messages } from '../messages.ts';

export type AcceptChangeProps = {
  run: Run;
  made: Recalculation;
  /** Called with the queued next version. */
  onAccepted: (next: Run) => void;
};

/** Applies a tried change to the records and recalculates the affected payees, or says why it can't. */
export function AcceptChange({ run, made, onAccepted }: AcceptChangeProps) {
  const needs: Permission = made.change.of === 'assignment' ? 'assign:plans' : 'import:records';
  const may = useMay(needs);
  const accept = useAct({
    act: client.recalculations.accept,
    changes: [...recordKeys, keys.assignments],
    failure: null,
    onDone: onAccepted,
  });
  const send = (closedPeriod: 'refuse' | 'adjust') =>
    accept.mutate({ id: made.runId, recalculationId: made.id, closedPeriod });
  const { accepted } = made;
  if (accepted !== null)
    return (
      <p className="text-fg-2">
        {messages.accept.by(accepted.by, formatMoment(accepted.at))}{' '}
        <Link className="text-primary-text underline" {...paths.runDifference(accepted.runId)}>
          {messages.accept.open}
        </Link>
      </p>
    );
  if (!may) return <p className="text-fg-2">{messages.accept.needs(noPermissionMessage(needs))}</p>;
  if (run.stale.length > 0) return <p className="text-fg-2">{messages.accept.staleFirst}</p>;
  const closed =
    accept.error instanceof HttpError && accept.error.issues.some(({ rule }) => rule === 'PAYM-13');
  return (
    <div className="flex flex-col items-start gap-2">
      {accept.isError ? (
        <p role="alert" className={closed ? 'text-warn-text' : 'text-bad-text'}>
          {describeError(accept.error)}
        </p>
      ) : (
        <p className="text-fg-2">
          {made.payees.length === 0
            ? messages.accept.none
            : messages.accept.text(made.payees.length, (run.version ?? 0) + 1, run.version)}
        </p>
      )}
      <Button
        type="button"
        variant="primary"
        busy={accept.isPending}
        onClick={() => send(closed ? 'adjust' : 'refuse')}
      >
        {closed ? messages.accept.adjustment : messages.accept.submit}
      </Button>
    </div>
  );
}
