import type { FundUse } from '@attain/domain/payouts/limits/fund-use';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { whatIf } from '@attain/domain/simulations/what-if';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { payInputsQuery } from '../../api/requests/simulation-queries.ts';
import { compareDecimals, isNegative, isTypedDecimal } from '../../base/decimal.ts';
import { formatMoney } from '../../base/format-money.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { ChangedDeals } from './changed-deals.tsx';
import { furtherDeals, type ImaginedDeal, nextImagined, type WhatIfSubject } from './imagined.ts';
import { ImaginedDeals } from './imagined-deals.tsx';
import { messages } from './messages.ts';

/** New and changed deals with the pay they would give, computed by the payout engine. */
export function WhatIfForm({ paid, ...of }: WhatIfSubject) {
  const inputs = useQuery(payInputsQuery(of));
  return (
    <Loaded query={inputs} failure={messages.form.failure}>
      {({ input, fundUse }) => <Form input={input} fundUse={fundUse} paid={paid} />}
    </Loaded>
  );
}

type FormProps = { input: CalculationInput; fundUse: FundUse | null; paid: string };

function Form({ input, fundUse, paid }: FormProps) {
  const [imagined, setImagined] = useState<readonly ImaginedDeal[]>(() => [nextImagined(input, [])]);
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({});
  const typed = useDeferredValue({ imagined, amounts });
  const result = useMemo(() => {
    const changed = Object.entries(typed.amounts).filter(([, amount]) => isTypedDecimal(amount));
    return whatIf(input, furtherDeals(input, typed.imagined), Object.fromEntries(changed), fundUse);
  }, [input, fundUse, typed]);
  const { currency } = input.plan;
  return (
    <div className="flex flex-col gap-5">
      {result.ok ? (
        <Outcome result={result.value} input={input} paid={paid} />
      ) : (
        <ProblemList problems={result.problems} title={messages.form.problems} />
      )}
      <ImaginedDeals input={input} deals={imagined} onChange={setImagined} />
      <ChangedDeals input={input} currency={currency} amounts={amounts} onChange={setAmounts} />
    </div>
  );
}

type Answer = Extract<ReturnType<typeof whatIf>, { ok: true }>['value'];

function Outcome({ result, input, paid }: { result: Answer; input: CalculationInput; paid: string }) {
  const { before, after, difference } = result;
  const { currency } = after;
  const money = (amount: string) => formatMoney(amount, { currency });
  const old = new Map(before.lines.map((line) => [line.componentId, line.amount]));
  const names = new Map(input.plan.components.map((component) => [component.id, component.name]));
  return (
    <section aria-label={messages.form.result} aria-live="polite" className="flex flex-col gap-3">
      <FigureRow>
        <FigureTile
          label={messages.form.now}
          figure={money(before.total)}
          sub={
            compareDecimals(before.total, paid) === 0
              ? messages.form.same
              : messages.form.changed(money(paid))
          }
        />
        <FigureTile label={messages.form.after} figure={money(after.total)} />
        <FigureTile
          label={messages.form.difference}
          figure={formatMoney(difference.delta, { currency, signed: true })}
          tone={isNegative(difference.delta) ? 'bad' : 'ok'}
        />
      </FigureRow>
      <ul className="divide-y rounded-lg border">
        {after.lines.map((line) => {
          const from = old.get(line.componentId) ?? '0';
          const changes = compareDecimals(from, line.amount) !== 0;
          return (
            <li key={line.componentId} className="px-3 py-2">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{names.get(line.componentId) ?? line.componentId}</span>
                <span className="figures">
                  {changes ? <span className="text-fg-3">{messages.form.before(money(from))}</span> : null}
                  <span className="font-medium">{money(line.amount)}</span>
                </span>
              </div>
              {changes ? <p className="text-12 text-fg-2">{line.message}</p> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
