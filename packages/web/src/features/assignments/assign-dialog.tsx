import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { participantsQuery, plansQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Participant, ParticipantSort } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn, TableSort } from '../../ui/tables/table-column.ts';
import { SearchField } from '../../ui/toolbar.tsx';
import { messages } from './messages.ts';
import { OtherPlans } from './other-plans.tsx';

const columns: readonly TableColumn<Participant>[] = [
  {
    id: 'name',
    head: messages.picker.name,
    value: (row) => row.name,
    width: 200,
    grow: true,
  },
  { id: 'id', head: messages.picker.id, value: (row) => row.id, width: 110 },
  { id: 'title', head: messages.picker.title, value: (row) => row.title, width: 170 },
  {
    id: 'territory',
    head: messages.picker.territory,
    value: (row) => row.territory,
    width: 130,
  },
];

/** Button and dialog that assign participants to a plan. */
export function AssignToPlan({ planId }: { planId?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setOpen(true)}>
        {messages.assign.short}
      </Button>
      {open ? <AssignDialog planId={planId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function AssignDialog({ planId: given, onClose }: { planId?: string; onClose: () => void }) {
  const plans = useQuery(plansQuery());
  const [planId, setPlan] = useState(given ?? '');
  const [who, setWho] = useState<'everybody' | 'chosen'>('everybody');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const assign = useAct({
    act: client.assignments.assign,
    changes: [keys.assignments, keys.plans, keys.calculations, keys.audit],
    failure: messages.assign.failure,
    onDone: ({ assigned, unchanged }) => {
      toast({
        title: messages.assign.done,
        text: messages.assign.doneText(assigned, unchanged),
        meaning: 'ok',
      });
      onClose();
    },
  });
  const upsideDown = Boolean(from && to && to < from);
  const ready = planId && from && !upsideDown && (who === 'everybody' || chosen.size > 0);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={messages.assign.open}
      description={messages.assign.description}
      footer={
        <ActFooter
          disabled={!ready}
          busy={assign.isPending}
          onClick={() =>
            assign.mutate({
              planId,
              everybody: who === 'everybody',
              participantIds: who === 'chosen' ? [...chosen] : undefined,
              from,
              to: to || null,
            })
          }
        >
          {who === 'everybody' ? messages.assign.all : messages.assign.selected(chosen.size)}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-x-4 gap-y-3 @lg:grid-cols-[2fr_1fr_1fr]">
          <Field label={messages.assign.plan} required>
            <Select
              value={planId}
              onValueChange={setPlan}
              placeholder={plans.isPending ? messages.assign.loadingPlans : messages.assign.choosePlan}
              options={(plans.data?.rows ?? []).map((plan) => ({
                value: plan.id,
                label: plan.name,
                hint: plan.status,
              }))}
            />
          </Field>
          <Field label={messages.assign.firstDay} required>
            <DateInput value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label={messages.assign.lastDay} error={upsideDown ? messages.assign.upsideDown : undefined}>
            <DateInput value={to} onChange={(event) => setTo(event.target.value)} />
          </Field>
        </div>
        <RadioGroup
          inline
          label={messages.assign.who}
          value={who}
          onValueChange={setWho}
          choices={[
            { value: 'everybody', label: messages.assign.everyone },
            { value: 'chosen', label: messages.assign.chosen },
          ]}
        />
        {who === 'everybody' && from && !upsideDown ? (
          <Everybody days={{ from, to: to || undefined }} />
        ) : null}
        {planId && from && !upsideDown ? (
          <OtherPlans
            days={{ exceptPlanId: planId, from, to: to || undefined }}
            chosen={who === 'chosen' ? chosen : undefined}
            onLeave={onClose}
          />
        ) : null}
        {who === 'chosen' ? <ParticipantPicker chosen={chosen} onChosen={setChosen} /> : null}
      </div>
    </Dialog>
  );
}

/** How many participants there are on these days, and how many have no quota. */
function Everybody({ days }: { days: { from: string; to: string | undefined } }) {
  const settled = useDebounced(days);
  const { data, error } = useQuery({
    queryKey: [...keys.assignments, 'everybody', settled],
    queryFn: ({ signal }) => client.assignments.everybody(settled, { signal }),
  });
  return (
    <p role="status" className={data && data.withoutQuota > 0 ? 'text-warn-text' : 'text-fg-2'}>
      {data ? messages.assign.count(data.participants, data.withoutQuota) : error && describeError(error)}
    </p>
  );
}

type PickerProps = { chosen: ReadonlySet<string>; onChosen: (ids: ReadonlySet<string>) => void };

function ParticipantPicker({ chosen, onChosen }: PickerProps) {
  const [search, setSearch] = useState('');
  const settled = useDebounced(search.trim());
  const [sort, setSort] = useState<TableSort>({ column: 'name', descending: false });
  const order = `${sort.descending ? '-' : ''}${sort.column}` as ParticipantSort;
  const list = useRows(participantsQuery(settled || undefined, order));
  // keep participants that were selected under another search
  const change = (ids: ReadonlySet<string>) => {
    const shown = new Set(list.rows.map((row) => row.id));
    onChosen(new Set([...[...chosen].filter((id) => !shown.has(id)), ...ids]));
  };
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        label={messages.picker.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="rounded-lg border">
        <RowTable
          label={messages.picker.label}
          list={list}
          failure={messages.picker.failure}
          columns={columns}
          rowId={(row) => row.id}
          density="compact"
          sort={sort}
          onSortChange={(next) => setSort(next ?? { column: 'name', descending: false })}
          maxHeight="34dvh"
          selected={chosen}
          onSelectedChange={change}
          empty={<EmptyState title={messages.picker.noMatch} text={messages.picker.noMatchText} />}
        />
      </div>
    </div>
  );
}
