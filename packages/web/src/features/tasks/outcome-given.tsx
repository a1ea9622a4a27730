import { formatMoment } from '../../base/format-date.ts';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { MaterialView } from './material-view.tsx';
import { materialOf } from './task-material.ts';

/** What is known of an attempt whose outcome is not. */
export type Outcome = {
  readonly error: string;
  readonly sentAt: string;
  readonly attempt: number;
  readonly idempotencyKey: string;
  readonly sent: unknown;
};

/** The facts of a task that asks whether a step succeeded; null where its input is not of that form. */
export function outcomeOf(input: unknown): Outcome | null {
  if (!isRecord(input) || !isRecord(input.error) || !isRecord(input.sent)) return null;
  const { repeatable: _, ...sent } = input.sent;
  return {
    error: String(input.error.message ?? ''),
    sentAt: String(input.sentAt ?? ''),
    attempt: Number(input.attempt ?? 1),
    idempotencyKey: String(input.idempotencyKey ?? ''),
    sent,
  };
}

/** The error, when the request was sent, and the request itself. */
export function OutcomeGiven({ outcome }: { outcome: Outcome }) {
  const sent = materialOf(outcome.sent);
  return (
    <div className="flex flex-col gap-3">
      <section aria-label="What happened">
        <h3 className="mb-1 text-12 font-medium">What happened</h3>
        <KeyValueList
          rows={[
            { key: 'Error', value: outcome.error },
            { key: 'Sent', value: formatMoment(outcome.sentAt) },
            { key: 'Attempt', value: outcome.attempt },
            { key: 'Idempotency key', value: outcome.idempotencyKey, mono: true },
          ]}
        />
      </section>
      {sent ? (
        <section aria-label="What was sent">
          <h3 className="mb-1 text-12 font-medium">What was sent</h3>
          <MaterialView material={sent} />
        </section>
      ) : null}
    </div>
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
