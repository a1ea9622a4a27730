import type { SmartAnalytics } from '@attain/contract/analytics';
import type { Permission } from '@attain/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../api/me.ts';
import { isNegative } from '../../../base/decimal.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { counted, formatCount, formatDecimal } from '../../../base/format-number.ts';
import { paths } from '../../../paths.ts';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { FigureRow, FigureTile } from '../../../ui/figure-tile.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { AnalyticsCard } from './analytics-card.tsx';
import { smartQuery } from './analytics-queries.ts';
import { useAnalyticsSettings } from './analytics-settings.ts';
import { messages } from './messages.ts';
import { RefreshSettings } from './refresh-settings.tsx';

const { smart } = messages;
type Fact = SmartAnalytics['facts'][number];

/** What the last quarters show over everyone, each figure with its change and eight quarters of history. */
export function SmartCard() {
  const [settings, change] = useAnalyticsSettings();
  const query = useQuery(smartQuery(settings));
  return (
    <AnalyticsCard
      title={smart.title}
      fileName="smart-analytics"
      query={query}
      failure={smart.failure}
      settings={<RefreshSettings settings={settings} onChange={change} />}
    >
      {(data) => <Facts data={data} />}
    </AnalyticsCard>
  );
}

function Facts({ data }: { data: SmartAnalytics }) {
  const quarter = data.quarters.at(-1);
  const { outOfDate, dataQuality, currency, withheld } = data;
  if (quarter === undefined) return <EmptyState title={smart.none} text={withheld ?? smart.noneText} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-12 text-fg-2">
        {smart.of(quarter, counted(data.calculations, 'calculation'))}.{' '}
        {data.leftOut > 0 ? smart.leftOut(counted(data.leftOut, 'calculation')) : null}
      </p>
      <FigureRow>
        {data.facts.map((fact) => (
          <FactTile key={fact.key} fact={fact} data={data} />
        ))}
        <FigureTile
          label={<Linked to={placeOf.calculations}>{smart.outOfDate}</Linked>}
          figure={formatCount(outOfDate.calculations)}
          tone={outOfDate.calculations > 0 ? 'warn' : 'plain'}
          sub={
            outOfDate.calculations === 0
              ? smart.upToDate
              : (withheld ?? smart.outOfDateText(formatMoney(outOfDate.pay, { currency })))
          }
        />
        <FigureTile
          label={<Linked to={placeOf.imports}>{smart.quality}</Linked>}
          figure={dataQuality === null ? '—' : `${dataQuality}%`}
          sub={dataQuality === null ? smart.qualityNone : smart.qualityText}
        />
      </FigureRow>
    </div>
  );
}

function FactTile({ fact, data }: { fact: Fact; data: SmartAnalytics }) {
  const label = smart.facts[fact.key];
  const before = fact.history.at(-2)?.key;
  return (
    <FigureTile
      label={<Linked to={placeOf[factPlaces[fact.key]]}>{label}</Linked>}
      figure={written(fact.unit, fact.value, data.currency)}
      sub={
        <>
          {fact.about === null ? null : <span className="block">{fact.about}</span>}
          {before === undefined || fact.change === null
            ? smart.noBefore
            : isZero(fact.change)
              ? smart.noChange(before)
              : smart.change(changed(fact.unit, fact.change, data.currency), before)}
        </>
      }
    >
      {fact.history.length > 1 ? (
        <Sparkline
          label={smart.history(label, smart.quarters(counted(fact.history.length, 'quarter')))}
          values={fact.history.map(({ value }) => Number(value))}
        />
      ) : null}
    </FigureTile>
  );
}

/** Where the records behind a figure are, and what opening them needs. */
const placeOf = {
  calculations: { path: paths.payout, needs: 'read:calculations' },
  attainment: { path: paths.tracking, needs: 'read:attainment' },
  deals: { path: paths.crediting, needs: 'read:deals' },
  plans: { path: paths.plans, needs: 'read:plans' },
  imports: { path: paths.imports, needs: 'read:imports' },
} as const satisfies Record<string, { path: { to: string }; needs: Permission }>;
type Place = keyof typeof placeOf;

const factPlaces: Readonly<Record<Fact['key'], Place>> = {
  'pay-cost': 'calculations',
  'pay-to-target': 'calculations',
  'cost-per-dollar': 'deals',
  'median-attainment': 'attainment',
  'at-goal': 'attainment',
  'top-tenth': 'calculations',
  'weight-gap': 'plans',
};

/** The name of a figure, as a link to its records for those who may open them. */
function Linked({ to: { path, needs }, children }: { to: (typeof placeOf)[Place]; children: string }) {
  if (!useMay(needs)) return children;
  return (
    <Link {...path} className="text-primary-text hover:underline">
      {children}
    </Link>
  );
}

const isZero = (value: string) => Number(value) === 0;

function written(unit: Fact['unit'], value: string, currency: string): string {
  if (unit === 'money') return formatMoney(value, { currency });
  if (unit === 'ratio') return formatMoney(value, { currency, decimals: 'exact' });
  return unit === 'percent' ? `${formatDecimal(value)}%` : smart.points(formatDecimal(value));
}

/** A difference: percents differ by points. */
function changed(unit: Fact['unit'], change: string, currency: string): string {
  if (unit === 'money' || unit === 'ratio')
    return formatMoney(change, { currency, signed: true, decimals: unit === 'ratio' ? 'exact' : 'currency' });
  return smart.points(`${isNegative(change) ? '' : '+'}${formatDecimal(change)}`);
}
