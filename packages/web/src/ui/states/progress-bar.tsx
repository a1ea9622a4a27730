import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export type ProgressBarProps = {
  label: ReactNode;
  /** 0 to 1; undefined while the total is unknown. */
  value?: number;
  /** Progress in words: `12,400 of 20,000 rows`. */
  detail?: ReactNode;
  /** A cancel button. */
  action?: ReactNode;
  tone?: 'primary' | 'ok' | 'warn' | 'bad' | 'ai';
};

/** The progress of long work, with a cancel button. */
export function ProgressBar({ label, value, detail, action, tone = 'primary' }: ProgressBarProps) {
  const labelId = useId();
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value));
  // 0.57 * 100 is 56.99999999999999.
  const percent = share === undefined ? undefined : Math.floor(Number((share * 100).toFixed(6)));
  const fill = { primary: 'bg-primary', ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad', ai: 'bg-ai' }[tone];
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div className="mb-1 flex items-baseline justify-between gap-3 text-12">
          <span id={labelId} className="truncate font-medium">
            {label}
          </span>
          <span className="figures text-fg-3">{detail ?? (percent === undefined ? '' : `${percent}%`)}</span>
        </div>
        <div
          role="progressbar"
          aria-labelledby={labelId}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={typeof detail === 'string' ? detail : undefined}
          className="h-1.5 overflow-hidden rounded-full bg-sunken forced-colors:border"
        >
          <div
            data-forced-fill
            className={clsx(
              'h-full origin-left rounded-full rtl:origin-right',
              fill,
              share === undefined ? 'w-1/3 animate-travel' : 'w-full transition-transform duration-150',
            )}
            style={share === undefined ? undefined : { transform: `scaleX(${share})` }}
          />
        </div>
      </div>
      {action}
    </div>
  );
}
