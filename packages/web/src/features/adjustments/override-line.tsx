import { decimal } from '@attain/domain/base/decimal';
import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { overridesQuery } from '../../api/requests/payment-queries.ts';
import type { Adjustment, Explanation } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { StatusBadge } from './adjustment-table.tsx';
import { messages } from './messages.ts';

const OverrideDialog = lazy(async () => ({
  default: (await import('./override-dialog.tsx')).OverrideDialog,
}));

type LineName = Pick<Explanation, 'runId' | 'participantId' | 'componentId'>;

/** Overrides of a payout line in any version of its calculation, newest first; the payee sees posted ones. */
export function Overrides({ line }: { line: LineName }) {
  const mayRead = useMay('read:payments');
  const found = useQuery({ ...overridesQuery(line), enabled: mayRead });
  const rows = found.data?.rows.filter((one) => one.line?.componentId === line.componentId) ?? [];
  if (rows.length === 0) return null;
  return (
    <ul aria-label={messages.override.list} className="flex flex-col gap-2">
      {rows.map((one) => (
        <li
          key={one.id}
          className="flex flex-wrap items-baseline gap-x-2 rounded-lg bg-info-soft px-3 py-2 text-info-text"
        >
          <span className="font-medium">{overrideWords(one)}</span>
          <StatusBadge status={one.status} />
          <span className="basis-full text-pretty">{one.reason}</span>
        </li>
      ))}
    </ul>
  );
}

function overrideWords({ line, currency }: Adjustment): string {
  if (line === null) return '';
  const { pays, shouldPay } = line;
  return messages.override.words(formatMoney(shouldPay, { currency }), formatMoney(pays, { currency }));
}

/** Button that overrides what an explained line pays, for users who may, while no override of it is open. */
export function OverrideLine({ line }: { line: Explanation }) {
  const [open, setOpen] = useState(false);
  const may = useMay('adjust:payments');
  const found = useQuery({ ...overridesQuery(line), enabled: may });
  if (!may || !found.data) return null;
  const rows = found.data.rows.filter((one) => one.line?.componentId === line.componentId);
  const isOpen = rows.some(({ status }) => ['submitted', 'approved', 'taken'].includes(status));
  const posted = rows.filter(({ status }) => status === 'posted');
  const pays = posted
    .reduce((total, { amount }) => total.plus(decimal(amount)), decimal(line.amount))
    .toFixed();
  return (
    <>
      <Button
        size="sm"
        className="self-start"
        icon={<PenLine aria-hidden />}
        disabled={isOpen}
        title={isOpen ? messages.override.isOpen : undefined}
        onClick={() => setOpen(true)}
      >
        {messages.override.open}
      </Button>
      <Suspense fallback={null}>
        {open ? <OverrideDialog line={line} pays={pays} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
