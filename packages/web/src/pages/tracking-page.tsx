import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { useMe } from '../api/me.ts';
import { standingsQuery, trackedPlansQuery } from '../api/requests/standing-queries.ts';
import type { Standing, Standings, TrackedPlan } from '../api/shapes.ts';
import { formatDay } from '../base/format-date.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { NotesButton, NotesSection } from '../features/notes/notes.tsx';
import { BarFooter } from '../features/standings/attainment-bar.tsx';
import { messages } from '../features/standings/messages.ts';
import { PayOutlookCard } from '../features/standings/pay-outlook.tsx';
import { StandingDrawer } from '../features/standings/standing-drawer.tsx';
import { StandingExport } from '../features/standings/standing-export.tsx';
import { StandingFigures } from '../features/standings/standing-figures.tsx';
import { StandingTable } from '../features/standings/standing-table.tsx';
import { totalsOf } from '../features/standings/totals.ts';
import { trackingMessages } from '../features/standings/tracking-messages.ts';
import { type TrackingSearch, trackingSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateInput } from '../ui/fields/date-input.tsx';
import { Select } from '../ui/fields/select.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ProblemList } from '../ui/states/problem-list.tsx';
import { SkeletonText } from '../ui/states/skeleton.tsx';
import { SearchField, Toolbar } from '../ui/toolbar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { messages as pageMessages } from './messages.ts';

/** `/compensation/tracking`: attainment, pace and pay so far of a period. */
export function TrackingPage() {
  const search = useSearch({ from: '/shell/compensation-dashboard/compensation/tracking' });
  const navigate = useNavigate();
  const plans = useQuery(trackedPlansQuery());
  const move = (next: TrackingSearch) =>
    void navigate({ to: '.', search: trackingSearch({ ...search, ...next }), resetScroll: false });
  const named = plans.data?.find(({ id }) => id === search.plan);
  const plan = search.plan === undefined ? plans.data?.[0] : named;
  return (
    <Page
      title={pageMessages.tracking.title}
      needs="read:attainment"
      views="tracking"
      crumbs={<Breadcrumbs steps={[{ label: pageMessages.tracking.title }]} />}
      meta={pageMessages.tracking.subtitle}
    >
      <Loaded query={plans} failure={messages.noPlans.failure} skeleton={<SkeletonText lines={12} />}>
        {(all) =>
          plan === undefined ? (
            <NoPlan all={all} payee={search.payee} onMove={move} />
          ) : (
            <Tracked key={plan.id} plans={all} plan={plan} search={search} onMove={move} />
          )
        }
      </Loaded>
    </Page>
  );
}

type Move = (next: TrackingSearch) => void;

type NoPlanProps = { all: readonly TrackedPlan[]; payee: string | undefined; onMove: Move };

/** A link or view of a plan that is no longer tracked does not show another one in its place; notes on a payee need no plan. */
function NoPlan({ all: [first], payee, onMove }: NoPlanProps) {
  const me = useMe().data?.participantId;
  const { title, text } = first === undefined ? messages.noPlans : trackingMessages.planGone;
  const notes =
    payee === undefined ? null : <NotesButton subject="payee" subjectId={payee} isOwnPay={payee === me} />;
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        first === undefined ? (
          notes
        ) : (
          <>
            <Button onClick={() => onMove({ ...nothing, plan: first.id })}>
              {trackingMessages.planGone.open(first.name)}
            </Button>
            {notes}
          </>
        )
      }
    />
  );
}

type TrackedProps = {
  plans: readonly TrackedPlan[];
  plan: TrackedPlan;
  search: TrackingSearch;
  onMove: Move;
};

function Tracked({ plans, plan, search, onMove }: TrackedProps) {
  const period = plan.periods.find(({ key }) => key === (search.period ?? plan.period)) ?? plan.periods[0];
  const filter = { planId: plan.id, period: period?.key, asOf: search.asOf };
  const query = useQuery(standingsQuery({ ...filter, search: search.search }));
  const me = useMe().data?.participantId;
  const [unsaved, setUnsaved] = useState<string>();
  return (
    <>
      <PlanFilters plans={plans} plan={plan} search={search} onMove={onMove} standings={query.data} />
      <Loaded query={query} failure={messages.table.failure} skeleton={<SkeletonText lines={12} />}>
        {(standings) => (
          <Results standings={standings} search={search} onMove={onMove} loading={query.isPlaceholderData} />
        )}
      </Loaded>
      {search.payee === undefined ? null : (
        <StandingDrawer
          filter={{ ...filter, participantId: search.payee }}
          onClose={() => onMove({ payee: undefined, note: undefined })}
          unsaved={unsaved}
        >
          <NotesSection
            subject="payee"
            subjectId={search.payee}
            isOwnPay={search.payee === me}
            onUnsaved={setUnsaved}
          />
        </StandingDrawer>
      )}
    </>
  );
}

function PlanFilters(props: TrackedProps & { standings: Standings | undefined }) {
  const { plans, plan, search, onMove, standings } = props;
  const { filters } = messages;
  const [text, setText] = useAddressText(search.search, (next) => onMove({ search: next }));
  return (
    <Toolbar
      label={filters.label}
      end={
        standings ? (
          <span>
            {standings.isOver
              ? messages.over
              : messages.day({ day: standings.workingDay, days: standings.workingDays })}
          </span>
        ) : null
      }
    >
      <Narrow wide>
        <Select
          controlSize="sm"
          aria-label={filters.plan}
          value={plan.id}
          onValueChange={(id) => onMove({ ...nothing, plan: id })}
          options={plans.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Narrow>
      <Narrow>
        <Select
          controlSize="sm"
          aria-label={filters.period}
          value={search.period ?? plan.period}
          onValueChange={(key) => onMove({ period: key, asOf: undefined })}
          options={plan.periods.map(({ key }) => ({ value: key, label: key }))}
        />
      </Narrow>
      {standings ? (
        <DateInput
          controlSize="sm"
          className="w-38"
          aria-label={filters.asOf}
          value={standings.asOf}
          min={standings.period.from}
          max={standings.period.to}
          onChange={({ target }) => onMove({ asOf: target.value || undefined })}
        />
      ) : null}
      <SearchField label={filters.search} value={text} onChange={(event) => setText(event.target.value)} />
    </Toolbar>
  );
}

const nothing: TrackingSearch = {
  period: undefined,
  asOf: undefined,
  component: undefined,
  team: undefined,
  territory: undefined,
  flag: undefined,
  payee: undefined,
};

type ResultsProps = { standings: Standings; search: TrackingSearch; onMove: Move; loading: boolean };

function Results({ standings, search, onMove, loading }: ResultsProps) {
  const component =
    standings.totals.find(({ componentId }) => componentId === search.component) ?? standings.totals[0];
  const own = new Set(standings.rows.map((row) => row.participantId)).size === 1;
  const ofComponent = standings.rows.filter((row) => own || row.componentId === component?.componentId);
  const rows = ofComponent.filter((row) => isWanted(row, search));
  const totals = totalsOf(own ? rows.slice(0, 1) : rows, standings.currency);
  const pay = totalsOf(rows, standings.currency);
  const seesPay = standings.payHidden === null;
  const { planName, period, asOf, currency } = standings;
  return (
    <>
      {standings.unpayable.length > 0 ? (
        <ProblemList
          title={messages.unpayable.title(standings.unpayable.length)}
          problems={standings.unpayable.flatMap(({ participantName, problems }) =>
            problems.map((one) => ({ ...one, message: `${participantName}: ${one.message}` })),
          )}
        />
      ) : null}
      {totals && pay ? (
        <StandingFigures standings={standings} rows={own ? [] : rows} totals={totals} pay={pay} />
      ) : null}
      {seesPay && !standings.isOver && isUnfiltered(search) ? (
        <PayOutlookCard
          key={`${standings.planId} ${period.key}`}
          filter={{ planId: standings.planId, period: period.key }}
        />
      ) : null}
      <Card
        flush
        actions={
          <>
            <RowFilters
              standings={standings}
              own={own}
              rows={ofComponent}
              search={{ ...search, component: component?.componentId }}
              onMove={onMove}
            />
            <StandingExport
              rows={rows}
              currency={currency}
              seesPay={seesPay}
              own={own}
              fileName={`attainment-${period.key}-${asOf}`}
            />
          </>
        }
        footer={
          <BarFooter
            note={
              standings.more > 0
                ? messages.more(standings.more)
                : (standings.payHidden ?? messages.asOf(formatDay(asOf)))
            }
          />
        }
        title={own ? standings.rows[0]?.participantName : (component?.componentName ?? planName)}
      >
        <StandingTable
          rows={rows}
          currency={currency}
          totals={rows.length > 1 && !own ? totals : undefined}
          own={own}
          seesPay={seesPay}
          loading={loading && rows.length === 0}
          onOpen={(row) => onMove({ payee: row.participantId })}
        />
      </Card>
    </>
  );
}

/** Everyone in reach as of today, as the expected pay covers. */
function isUnfiltered({ asOf, flag, search, team, territory }: TrackingSearch): boolean {
  return [asOf, flag, search, team, territory].every((one) => one === undefined);
}

function isWanted(row: Standing, { team, territory, flag }: TrackingSearch): boolean {
  return (
    (team === undefined || row.managerName === team) &&
    (territory === undefined || row.territory === territory) &&
    (flag === undefined || row.flag === flag)
  );
}

function RowFilters(props: {
  standings: Standings;
  own: boolean;
  rows: readonly Standing[];
  search: TrackingSearch;
  onMove: Move;
}) {
  const { standings, own, rows, search, onMove } = props;
  const { filters, flags } = messages;
  const flagged = (Object.keys(flags) as (keyof typeof flags)[]).filter((flag) =>
    rows.some((row) => row.flag === flag),
  );
  return (
    <>
      {standings.totals.length > 1 && !own ? (
        <Narrow>
          <Select
            controlSize="sm"
            aria-label={filters.component}
            value={search.component ?? ''}
            onValueChange={(component) => onMove({ component })}
            options={standings.totals.map(({ componentId, componentName }) => ({
              value: componentId,
              label: componentName,
            }))}
          />
        </Narrow>
      ) : null}
      <Choice
        label={filters.team}
        all={filters.allTeams}
        value={search.team}
        options={namesOf(rows, (row) => row.managerName)}
        onChange={(team) => onMove({ team })}
      />
      <Choice
        label={filters.territory}
        all={filters.allTerritories}
        value={search.territory}
        options={namesOf(rows, (row) => row.territory)}
        onChange={(territory) => onMove({ territory })}
      />
      <Choice
        label={filters.flag}
        all={filters.allFlags}
        value={search.flag}
        options={flagged.map((flag) => ({ value: flag, label: flags[flag] }))}
        onChange={(flag) => onMove({ flag })}
      />
    </>
  );
}

/** As wide as its name needs, and the whole line on phones. */
function Narrow({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={wide ? 'w-full sm:w-64' : 'min-w-32 flex-1 sm:w-36 sm:flex-none'}>{children}</div>;
}

const everything = 'all';

function Choice<Value extends string>(props: {
  label: string;
  all: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
}) {
  const { label, all, value, options, onChange } = props;
  if (options.length < 2 && value === undefined) return null;
  return (
    <Narrow>
      <Select
        controlSize="sm"
        aria-label={label}
        value={value ?? everything}
        onValueChange={(next) => onChange(options.find((one) => one.value === next)?.value)}
        options={[{ value: everything, label: all }, ...options]}
      />
    </Narrow>
  );
}

function namesOf(rows: readonly Standing[], nameOf: (row: Standing) => string | null) {
  const names = new Set(rows.flatMap((row) => nameOf(row) ?? []));
  return [...names].sort().map((name) => ({ value: name, label: name }));
}
