import type {
  ColumnLine,
  CreditColumns,
  CreditOrigin,
} from '@attain/domain/payouts/kernel/lines/credit-columns';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { asJson, bareArray, bytesArray, RowBuffer, textArray } from '../../db/copying/copy-rows.ts';
import type { TenantTx } from '../../db/database.ts';
import type { FurtherInput, StoredCarried } from '../../db/schema/calculations.ts';
import { dealPlaces } from './deal-places.ts';
import type { PayeeInput } from './payee-inputs.ts';

/** Takes lines as they are computed and stores them in large portions, each while the next is being computed. */
export interface PayoutWriter {
  readonly lineCount: number;
  /** The pairs of currencies of the rates that were given, `EUR/USD`, in alphabetical order. */
  readonly ratePairs: ReadonlySet<string>;
  add(payee: PayeeInput, lines: readonly ColumnLine[], hashes: PayHashes): Promise<void>;
  /** Leaves room for so many lines that are taken over as they are; the number of the first of them. */
  skip(lines: number): number;
  /** A deal in a line that was taken over. */
  keepPlace(bucket: number, hash: number, lineSeq: number): void;
  finish(): Promise<void>;
  /** Waits until nothing is in flight on the connection; only then is a rollback safe. */
  settled(): Promise<void>;
}

/** By what one participant's pay is recognised, 64 hex characters each. */
export interface PayHashes {
  readonly inputHash: string;
  readonly figuresHash: string;
  readonly leafHash: string;
}

// characters held before a portion is sent; as many again are gathered meanwhile, and the last one is waited for
const portion = 1_500_000;

/** Writes a run's lines with their credits, and its inputs, by COPY on the transaction's own connection. */
export function payoutWriter(
  tx: TenantTx,
  runId: string,
  componentNames: ReadonlyMap<string, string>,
): PayoutWriter {
  let gathered = emptyPortion();
  let sending: Promise<void> = Promise.resolve();
  let lineCount = 0;
  const places = dealPlaces();
  const ratePairs = new Set<string>();
  const send = async () => {
    await sending;
    const full = gathered;
    gathered = emptyPortion();
    sending = flush(full, tx);
    // The next send or finish reports the error; until then it is not unhandled.
    sending.catch(() => {});
  };
  return {
    get lineCount() {
      return lineCount;
    },
    ratePairs,
    add: async (payee, lines, hashes) => {
      for (const { from, to } of payee.input.exchangeRates)
        ratePairs.add(from < to ? `${from}/${to}` : `${to}/${from}`);
      const own = [tx.tenantId, runId, payee.participant.id];
      addInputs(gathered, own, payee, hashes);
      for (const line of lines) {
        lineCount += 1;
        const names = { component: componentNames.get(line.componentId) ?? line.componentId, seq: lineCount };
        addLine(gathered, own, { payee, line, ...names });
        places.add(line.credits.deals, lineCount);
      }
      const { lineRows, inputRows } = gathered;
      if (lineRows.length + inputRows.length > portion) await send();
    },
    skip: (lines) => {
      lineCount += lines;
      return lineCount - lines + 1;
    },
    keepPlace: places.keep,
    finish: async () => {
      await send();
      await sending;
      await places.store(tx, runId);
    },
    settled: () => sending.catch(() => {}),
  };
}

type Portion = ReturnType<typeof emptyPortion>;

const key = ['tenant_id', 'run_id', 'participant_id'];
/** Columns of a stored line besides tenant, run and payee. */
export const lineColumns = [
  ...['participant_name', 'component_id', 'component_name', 'seq', 'currency'],
  ...['credited', 'quota', 'attainment_percent', 'target', 'amount', 'credit_count', 'measured', 'carried'],
  ...['deal_ids', 'deal_dates', 'credits', 'earned', 'share_percents', 'roles', 'throughs', 'exchanges'],
  ...['factors', 'import_ids', 'import_lines'],
];
/** Columns of stored inputs besides tenant, run and payee. */
export const inputColumns = [
  ...[
    'participant',
    'quotas',
    'deals',
    'segments',
    'credited_spans',
    'currencies',
    'exchange_rates',
    'further',
    'input_hash',
    'figures_hash',
    'leaf_hash',
  ],
];

function emptyPortion() {
  return {
    lineRows: new RowBuffer('payout_lines', [...key, ...lineColumns]),
    inputRows: new RowBuffer('payout_inputs', [...key, ...inputColumns]),
  };
}

async function flush({ lineRows, inputRows }: Portion, tx: TenantTx): Promise<void> {
  await lineRows.flush(tx.client);
  await inputRows.flush(tx.client);
}

function addInputs(
  { inputRows }: Portion,
  own: readonly string[],
  payee: PayeeInput,
  { inputHash, figuresHash, leafHash }: PayHashes,
): void {
  const { participant, input, segments, currencies } = payee;
  inputRows.add([
    ...own,
    asJson(participant),
    asJson(input.quotas),
    ...(segments === null
      ? [payee.dealsText, null, null]
      : [null, bytesArray(segments.hashes), segments.spans && asJson(segments.spans)]),
    textArray(currencies),
    asJson(input.exchangeRates),
    furtherOf(input),
    inputHash,
    figuresHash,
    leafHash,
  ]);
}

function addLine(
  { lineRows }: Portion,
  own: readonly string[],
  { payee, line, component, seq }: { payee: PayeeInput; line: ColumnLine; component: string; seq: number },
): void {
  lineRows.add([
    ...own,
    ...[payee.participant.name, line.componentId, component, seq, line.currency],
    ...[
      line.credited,
      line.quota,
      line.attainmentPercent,
      line.target,
      line.amount,
      line.credits.deals.length,
    ],
    ...[line.window ?? null, carriedOf(line)],
    ...creditColumns(line.credits, payee.sources),
  ]);
}

/** The credits of a line as columns; those that say nothing for any of them stay empty. */
function creditColumns(
  { deals, credited, earned, shares }: CreditColumns,
  sources: PayeeInput['sources'],
): (string | null)[] {
  const [sharePercents, roles, throughs, exchanges, factors] =
    shares === null ? unshared : shareColumns(shares);
  const from = sources === null ? [] : deals.map(({ id }) => sources.get(id));
  const imported = from.some((row) => row !== undefined);
  return [
    textArray(deals.map(({ id }) => id)),
    bareArray(deals.map(({ date }) => date)),
    bareArray(credited),
    bareArray(earned),
    ...[sharePercents, roles, throughs, exchanges, factors],
    imported ? bareArray(from.map((row) => row?.importId ?? null)) : null,
    imported ? bareArray(from.map((row) => row?.importLine ?? null)) : null,
  ];
}

const unshared = [null, null, null, null, null] as const;

function shareColumns(
  shares: readonly (CreditOrigin | null)[],
): readonly [string | null, string | null, string | null, string | null, string | null] {
  const whole = shares.every(
    (share) => share === null || (share.role === 'direct' && share.sharePercent === '100'),
  );
  const rolledUp = shares.some((share) => share !== null && share.through !== null);
  const exchanged = shares.some((share) => share !== null && share.exchange !== null);
  const factored = shares.some((share) => share?.factor !== undefined);
  const exchangeText = (share: CreditOrigin | null) =>
    share === null || share.exchange === null ? null : asJson(share.exchange);
  return [
    whole ? null : bareArray(shares.map((share) => share?.sharePercent ?? '100')),
    whole ? null : bareArray(shares.map((share) => share?.role ?? 'direct')),
    rolledUp ? textArray(shares.map((share) => share?.through ?? null)) : null,
    exchanged ? textArray(shares.map(exchangeText)) : null,
    factored ? textArray(shares.map((share) => (share?.factor ? asJson(share.factor) : null))) : null,
  ];
}

/** All inputs besides the usual lists; null if there are none. */
function furtherOf(input: CalculationInput): FurtherInput | null {
  const { plan, period, participants, payeeIds, quotas, deals, exchangeRates, ...further } = input;
  return Object.keys(further).length === 0 ? null : further;
}

function carriedOf({ carriedIn, carriedPaid, carriedOut }: ColumnLine): StoredCarried | null {
  if (carriedIn === undefined || carriedPaid === undefined || carriedOut === undefined) return null;
  return { carriedIn, carriedPaid, carriedOut };
}
