import { messages } from '../messages.ts';

export type TrustRowProps = {
  trust: {
    userControl: number;
    transparency: number;
    dataQuality: number | null;
    auditability: number;
  };
};

/** Four trust metrics, 0 to 100, each as a figure and a bar. */
export function TrustRow({ trust }: TrustRowProps) {
  const figures = [
    { key: messages.trustRow.control, value: trust.userControl, policy: true },
    { key: messages.trustRow.transparency, value: trust.transparency, policy: false },
    { key: messages.trustRow.quality, value: trust.dataQuality, policy: false },
    { key: messages.trustRow.auditability, value: trust.auditability, policy: true },
  ];
  return (
    <dl
      aria-label={messages.trustRow.label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border shadow-card @md:grid-cols-4"
    >
      {figures.map(({ key, value, policy }) => (
        <div
          key={key}
          title={policy ? messages.trustRow.policy : undefined}
          className="grid min-w-0 grid-cols-[1fr_auto] items-baseline gap-x-2 gap-y-1.5 bg-surface px-3 py-2"
        >
          <dt className="truncate text-12 text-fg-2">{key}</dt>
          <dd className="figures font-semibold">{value ?? '—'}</dd>
          <dd aria-hidden className="col-span-2 h-1 overflow-hidden rounded-full bg-border">
            <span
              data-forced-fill
              className="block h-full rounded-full bg-fg-3"
              style={{ width: `${value ?? 0}%` }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
