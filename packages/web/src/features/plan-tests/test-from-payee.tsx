import type { PlanTest } from '@attain/domain/findings/plan-test';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { assignmentsQuery, periodsQuery } from '../../api/queries.ts';
import { payInputsQuery } from '../../api/requests/simulation-queries.ts';
import { useRows } from '../../api/use-rows.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { caseFromPayee } from './case-from-payee.ts';
import { messages } from './messages.ts';

export type TestFromPayeeProps = { planId: string; onCreated: (test: PlanTest) => void; onClose: () => void };

/** Asks for a payee and period, and creates a test from their records and pay. */
export function TestFromPayee({ planId, onCreated, onClose }: TestFromPayeeProps) {
  const cache = useQueryClient();
  const people = useRows(assignmentsQuery({ planId }));
  const periods = useQuery(periodsQuery(planId));
  const [participantId, setParticipant] = useState('');
  const [period, setPeriod] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const known = new Map(people.rows.map((row) => [row.participantId, row.participantName]));
  const take = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { input, lines } = await cache.fetchQuery(payInputsQuery({ planId, participantId, period }));
      const made = caseFromPayee(input, lines);
      if (made.ok) onCreated(made.test);
      else setProblem(made.message);
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.copy.title}
      description={messages.copy.description}
      footer={
        <ActFooter disabled={!participantId || !period} busy={busy} onClick={() => void take()}>
          {messages.copy.submit}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={messages.copy.payee} required>
          <Select
            value={participantId}
            placeholder={people.query.isPending ? messages.copy.loading : messages.copy.choosePayee}
            onValueChange={setParticipant}
            options={[...known].map(([value, label]) => ({ value, label, hint: value }))}
          />
        </Field>
        <Field label={messages.copy.period} required>
          <Select
            value={period}
            placeholder={periods.isPending ? messages.copy.loading : messages.copy.choosePeriod}
            onValueChange={setPeriod}
            options={(periods.data ?? []).map(({ key }) => ({ value: key, label: key }))}
          />
        </Field>
        {problem ? (
          <p role="alert" className="text-bad-text">
            {problem}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
