import type { PredictiveInsights } from '@attain/contract/analytics';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDay } from '../../../base/format-date.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { counted, formatDecimal } from '../../../base/format-number.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { AnalyticsCard } from './analytics-card.tsx';
import { predictiveQuery } from './analytics-queries.ts';
import { useAnalyticsSettings } from './analytics-settings.ts';
import { backtestText } from './backtest-text.ts';
import { messages } from './messages.ts';
import { RefreshSettings, type SettingsProps } from './refresh-settings.tsx';
import { stagesSum, stagesText } from './stages-text.ts';

const { predictive, settings: settingWords } = messages;
const { stages: words } = predictive;
type Forecast = PredictiveInsights['forecasts'][number];
const ranges = ['monthly', 'quarterly', 'yearly'] as const;

/** What comes next: bookings and pay, with the range and the error of such forecasts so far. */
export function PredictiveCard() {
  const [settings, change] = useAnalyticsSettings();
  const query = useQuery(predictiveQuery(settings));
  useAlert(settings.notifications ? query.data : undefined);
  return (
    <AnalyticsCard
      title={predictive.title}
      fileName="predictive-insights"
      query={query}
      failure={predictive.failure}
      settings={<ForecastSettings settings={settings} onChange={change} seasons={query.data?.seasons} />}
    >
      {(data) => (
        <div className="flex flex-col gap-4">
          <SegmentedControl
            size="sm"
            label={settingWords.forecastRange}
            value={settings.forecastRange}
            onValueChange={(forecastRange) => change({ forecastRange })}
            segments={ranges.map((value) => ({ value, label: settingWords.ranges[value] }))}
          />
          {data.forecasts.map((one) => (
            <OneForecast key={one.of} of={one} range={data.range} threshold={settings.alertThreshold} />
          ))}
          {data.withheld === null ? null : <p className="text-12 text-fg-2">{data.withheld}</p>}
          {data.range === 'monthly' ? <p className="text-12 text-fg-3">{predictive.quarterOnly}</p> : null}
        </div>
      )}
    </AnalyticsCard>
  );
}

type OneForecastProps = { of: Forecast; range: PredictiveInsights['range']; threshold: number };

function OneForecast({ of, range, threshold }: OneForecastProps) {
  const { forecast, stages, carriedBy, currency, history } = of;
  const period = range === 'monthly' ? 'month' : 'quarter';
  const label = predictive.of[of.of];
  const carrying = carriedBy === 'stages' ? stages : forecast;
  if (carrying === null) {
    return (
      <section aria-label={label}>
        <h3 className="text-12 text-fg-2">{stages === null ? label : titleOf(label, stages)}</h3>
        <p className="text-13 text-fg-2">
          {history.length === 0 ? predictive.nothing : predictive.missing(of.missing, period)}
        </p>
        <OpenPart of={of} range={range} />
      </section>
    );
  }
  const money = (value: string) => formatMoney(value, { currency });
  return (
    <section aria-label={label} className="flex flex-col gap-0.5">
      <h3 className="text-12 text-fg-2">{titleOf(label, carrying)}</h3>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="figures text-20 font-semibold">{money(carrying.value)}</p>
        {history.length > 1 ? (
          <Sparkline
            label={`${label}, ${counted(history.length, period)}`}
            values={history.map(({ value }) => Number(value))}
          />
        ) : null}
      </div>
      <p className="text-12 text-fg-2">
        {carrying.interval
          ? predictive.interval(money(carrying.interval.low), money(carrying.interval.high))
          : predictive.noInterval(carrying.missingForInterval, period)}
      </p>
      {forecast?.budget ? (
        <p className="flex flex-wrap items-center gap-2 text-12 text-fg-2">
          {predictive.budget(`${formatDecimal(forecast.budget.percent)}%`, money(forecast.budget.amount))}
          {forecast.budget.isOver ? (
            <Badge meaning="warn">{predictive.overBudget(`${threshold}%`)}</Badge>
          ) : null}
        </p>
      ) : null}
      {forecast === null ? null : (
        <Method
          label={stages === null ? null : words.runRate}
          value={carriedBy === 'stages' ? money(forecast.value) : null}
          lines={[
            backtestText(forecast.backtest, range),
            `${predictive.method(predictive.methods[forecast.method])} ${predictive.until(formatDay(of.until))}`,
          ]}
        />
      )}
      <OpenPart of={of} range={range} />
    </section>
  );
}

const titleOf = (label: string, { from, to }: { from: string; to: string }) =>
  `${label}, ${formatDay(from)} – ${formatDay(to)}`;

/** What the open opportunities bring, and whether that is the figure. */
function OpenPart({ of: { stages, carriedBy, currency }, range }: Omit<OneForecastProps, 'threshold'>) {
  if (stages === null) return null;
  return (
    <>
      <Method
        label={
          <Link
            {...paths.opportunities}
            search={{ ...paths.opportunities.search, from: stages.from, to: stages.to }}
            className="text-primary-text hover:underline"
          >
            {words.title}
          </Link>
        }
        value={carriedBy === 'stages' ? null : formatMoney(stages.value, { currency })}
        lines={[stagesSum(stages, currency), stagesText(stages, range)]}
      />
      {carriedBy === null ? null : (
        <p className="mt-1 text-12 text-fg-2">
          {stages.apart === null ? null : (
            <span className="mr-1 font-medium text-fg">{words.apart[stages.apart](range)}</span>
          )}
          {words.carries[carriedBy]}
        </p>
      )}
    </>
  );
}

/** One of the ways a figure is forecast, with its own figure where it is not the one that carries. */
function Method({ label, value, lines }: { label: ReactNode; value: string | null; lines: string[] }) {
  return (
    <div className="mt-1 flex flex-col gap-0.5 text-12 text-fg-2">
      {label === null ? null : (
        <h4 className="flex flex-wrap justify-between gap-x-4 font-medium text-fg">
          {label} {value === null ? null : <span className="figures">{value}</span>}
        </h4>
      )}
      {lines.map((line) => (line === '' ? null : <p key={line}>{line}</p>))}
    </div>
  );
}

/** Tells once when the forecast of pay reaches the threshold. */
function useAlert(data: PredictiveInsights | undefined): void {
  const alerted = useRef<string | null>(null);
  const pay = data?.forecasts.find(
    ({ of, forecast }) => of === 'pay-cost' && forecast?.budget?.isOver,
  )?.forecast;
  const percent = pay?.budget?.percent;
  const period = pay ? `${formatDay(pay.from)} – ${formatDay(pay.to)}` : '';
  useEffect(() => {
    if (percent === undefined || alerted.current === percent) return;
    alerted.current = percent;
    toast({
      id: 'forecast-alert',
      title: predictive.alert,
      text: predictive.alertText(`${formatDecimal(percent)}%`, period),
      meaning: 'warn',
    });
  }, [percent, period]);
}

function ForecastSettings({
  settings,
  onChange,
  seasons,
}: SettingsProps & { seasons?: PredictiveInsights['seasons'] }) {
  const cannot = seasons?.isPossible === false;
  const period = settings.forecastRange === 'monthly' ? 'month' : 'quarter';
  return (
    <>
      <RefreshSettings settings={settings} onChange={onChange} />
      <Switch
        label={settingWords.notifications}
        checked={settings.notifications}
        onChange={({ target }) => onChange({ notifications: target.checked })}
      />
      <Threshold
        value={settings.alertThreshold}
        onChange={(alertThreshold) => onChange({ alertThreshold })}
      />
      <Switch
        label={settingWords.includeSeasonality}
        hint={cannot ? settingWords.noSeasons(counted(seasons?.missing, period)) : undefined}
        checked={settings.includeSeasonality && !cannot}
        disabled={cannot}
        onChange={({ target }) => onChange({ includeSeasonality: target.checked })}
      />
    </>
  );
}

/** The slider of the alert; it saves when it is let go, not at every step. */
function Threshold({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const [moved, setMoved] = useState(value);
  const save = () => {
    if (moved !== value) onChange(moved);
  };
  return (
    <label className="flex w-full flex-col gap-1">
      <span className="flex justify-between">
        {settingWords.alertThreshold} <span className="figures">{moved}%</span>
      </span>
      <input
        type="range"
        min={80}
        max={100}
        step={1}
        value={moved}
        onChange={({ target }) => setMoved(target.valueAsNumber)}
        onPointerUp={save}
        onKeyUp={save}
        onBlur={save}
        className="h-5 w-full accent-(--primary-text)"
      />
    </label>
  );
}
