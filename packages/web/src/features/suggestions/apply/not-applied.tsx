import { messages } from './messages.ts';

const texts = messages.notApplied;

type NotAppliedProps = { skipped: readonly string[]; failures: readonly string[] };

/** What Apply All left open, each with its reason. */
export function NotApplied({ skipped, failures }: NotAppliedProps) {
  return (
    <>
      {skipped.length > 0 ? (
        <Reasons role="status" label={texts.skipped} tone="text-fg-2" reasons={skipped} />
      ) : null}
      {failures.length > 0 ? (
        <Reasons role="alert" label={texts.failures} tone="text-bad-text" reasons={failures} />
      ) : null}
    </>
  );
}

type ReasonsProps = { role: 'status' | 'alert'; label: string; tone: string; reasons: readonly string[] };

function Reasons({ role, label, tone, reasons }: ReasonsProps) {
  return (
    <div role={role} className={`order-last basis-full text-12 ${tone}`}>
      <ul aria-label={label} className="space-y-1">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}
