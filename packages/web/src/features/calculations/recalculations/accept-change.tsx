import { noPermissionMessage, type Permission } from '@attain/domain/access/permissions';
import { Link } from '@tanstack/react-router';
import { client } from '../../../api/client.ts';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { keys, recordKeys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import type { Recalculation, Run } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { counted } from '../../../base/format-number.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';

export type AcceptChangeProps = {
  run: Run;
  made: Recalculation;
  /** The next version of the calculation was ordered. */
  onAccepted: (next: Run) => void;
};

/** Makes a tried change in the records: who depends on it is paid again, and nobody else. Says why where that cannot be. */
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
        Accepted by {accepted.by}, {formatMoment(accepted.at)}.{' '}
        <Link className="text-primary-text underline" {...paths.runDifference(accepted.runId)}>
          See the calculation that took it in
        </Link>
      </p>
    );
  if (!may) return <p className="text-fg-2">To accept it: {noPermissionMessage(needs)}</p>;
  if (run.stale.length > 0)
    return (
      <p className="text-fg-2">
        It can be accepted once the late records above are: then try it again, and look at what it makes of
        them.
      </p>
    );
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
            ? 'Accepting makes the change in the records. Nobody’s pay of this calculation depends on it, so it needs no new version.'
            : `Accepting makes the change in the records and pays ${counted(made.payees.length, 'payee')} again, as version ${(run.version ?? 0) + 1}. Version ${run.version} stays as it is.`}
        </p>
      )}
      <Button
        type="button"
        variant="primary"
        busy={accept.isPending}
        onClick={() => send(closed ? 'adjust' : 'refuse')}
      >
        {closed ? 'Accept as an adjustment' : 'Accept this change'}
      </Button>
    </div>
  );
}
