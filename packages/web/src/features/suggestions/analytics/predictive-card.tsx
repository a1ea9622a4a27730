import type { PredictiveInsights } from '@attain/contract/analytics';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatDay } from '../../../base/format-date.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { counted, formatDecimal } from '../../../base/format-number.ts';
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

const { predictive, settings: words } = messages;
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
            label={words.forecastRange}
            value={settings.forecastRange}
            onValueChange={(forecastRange) => change({ forecastRange })}
            segments={ranges.map((value) => ({ value, label: words.ranges[value] }))}
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
  const { forecast, currency, history } = of;
  const period = range === 'monthly' ? 'month' : 'quarter';
  const label = predictive.of[of.of];
  if (forecast === null) {
    return (
      <section aria-label={label}>
        <h3 className="text-12 text-fg-2">{label}</h3>
        <p className="text-13 text-fg-2">
          {history.length === 0 ? predictive.nothing : predictive.missing(of.missing, period)}
        </p>
      </section>
    );
  }
  const money = (value: string) => formatMoney(value, { currency });
  return (
    <section aria-label={label} className="flex flex-col gap-0.5">
      <h3 className="text-12 text-fg-2">
        {label}, {formatDay(forecast.from)} – {formatDay(forecast.to)}
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="figures text-20 font-semibold">{money(forecast.value)}</p>
        <Sparkline
          label={`${label}, ${counted(history.length, period)}`}
          values={history.map(({ value }) => Number(value))}
        />
      </div>
      <p className="figures text-12 text-fg-2">
        {forecast.interval
          ? predictive.interval(money(forecast.interval.low), money(forecast.interval.high))
          : predictive.noInterval(forecast.missingForInterval, period)}
      </p>
      {forecast.budget ? (
        <p className="flex flex-wrap items-center gap-2 text-12 text-fg-2">
          {predictive.budget(`${formatDecimal(forecast.budget.percent)}%`, money(forecast.budget.amount))}
          {forecast.budget.isOver ? (
            <Badge meaning="warn">{predictive.overBudget(`${threshold}%`)}</Badge>
          ) : null}
        </p>
      ) : null}
      <p className="figures text-12 text-fg-2">{backtestText(forecast.backtest, range)}</p>
      <p className="text-12 text-fg-3">
        {predictive.method(predictive.methods[forecast.method])} {predictive.until(formatDay(of.until))}
      </p>
    </section>
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
        label={words.notifications}
        checked={settings.notifications}
        onChange={({ target }) => onChange({ notifications: target.checked })}
      />
      <Threshold
        value={settings.alertThreshold}
        onChange={(alertThreshold) => onChange({ alertThreshold })}
      />
      <Switch
        label={words.includeSeasonality}
        hint={cannot ? words.noSeasons(counted(seasons?.missing, period)) : undefined}
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
        {words.alertThreshold} <span className="figures">{moved}%</span>
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
