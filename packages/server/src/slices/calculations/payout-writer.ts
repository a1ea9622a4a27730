import type { CalculationInput, Credit, PaidLine } from '@attain/domain/payouts/payout';
import { asJson, bareArray, RowBuffer, textArray } from '../../db/copy-rows.ts';
import type { TenantTx } from '../../db/database.ts';
import type { FurtherInput, StoredCarried } from '../../db/schema/calculations.ts';
import { dealPlaces } from './deal-places.ts';
import type { PayeeInput } from './payee-inputs.ts';

/** Takes lines as they are computed and stores them in large portions, each while the next is being computed. */
export interface PayoutWriter {
  readonly lineCount: number;
  add(payee: PayeeInput, lines: readonly PaidLine[], hashes: PayHashes): Promise<void>;
  finish(): Promise<void>;
  /** Waits until nothing is under way on the connection, well or badly: before that, nobody may roll back. */
  settled(): Promise<void>;
}

/** By what one participant's pay is recognised, 64 hex characters each. */
export interface PayHashes {
  readonly inputHash: string;
  readonly leafHash: string;
}

// characters held before a portion is sent; as many again are gathered meanwhile
const portion = 4_000_000;

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
  const send = async () => {
    await sending;
    const full = gathered;
    gathered = emptyPortion();
    sending = flush(full, tx);
    // whoever sends or finishes next is told; until then it is not an error nobody cared for
    sending.catch(() => {});
  };
  return {
    get lineCount() {
      return lineCount;
    },
    add: async (payee, lines, hashes) => {
      const own = [tx.tenantId, runId, payee.participant.id];
      addInputs(gathered, own, payee, hashes);
      for (const line of lines) {
        lineCount += 1;
        const names = { component: componentNames.get(line.componentId) ?? line.componentId, seq: lineCount };
        addLine(gathered, own, { payee, line, ...names });
        places.add(line.credits, lineCount);
      }
      const { lineRows, inputRows } = gathered;
      if (lineRows.length + inputRows.length > portion) await send();
    },
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
const lineColumns = [
  ...['participant_name', 'component_id', 'component_name', 'seq', 'currency'],
  ...['credited', 'quota', 'attainment_percent', 'target', 'amount', 'credit_count', 'measured', 'carried'],
  ...['deal_ids', 'deal_dates', 'credits', 'earned', 'share_percents', 'roles', 'throughs', 'exchanges'],
  ...['import_ids', 'import_lines'],
];
const inputColumns = [
  ...['participant', 'quotas', 'deals', 'exchange_rates', 'further', 'input_hash', 'leaf_hash'],
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
  { participant, input, dealsText }: PayeeInput,
  { inputHash, leafHash }: PayHashes,
): void {
  inputRows.add([
    ...own,
    asJson(participant),
    asJson(input.quotas),
    dealsText,
    asJson(input.exchangeRates),
    furtherOf(input),
    inputHash,
    leafHash,
  ]);
}

function addLine(
  { lineRows }: Portion,
  own: readonly string[],
  { payee, line, component, seq }: { payee: PayeeInput; line: PaidLine; component: string; seq: number },
): void {
  lineRows.add([
    ...own,
    ...[payee.participant.name, line.componentId, component, seq, line.currency],
    ...[line.credited, line.quota, line.attainmentPercent, line.target, line.amount, line.credits.length],
    ...[line.window ?? null, carriedOf(line)],
    ...creditColumns(line.credits, payee.sources),
  ]);
}

/** The credits of a line as columns; those that say nothing for any of them stay empty. */
function creditColumns(credits: readonly Credit[], sources: PayeeInput['sources']): (string | null)[] {
  const column = <T>(of: (credit: Credit) => T) => credits.map(of);
  const unless = (usual: boolean, text: () => string) => (usual ? null : text());
  const whole = credits.every(({ role, sharePercent }) => role === 'direct' && sharePercent === '100');
  const from = column(({ dealId }) => sources.get(dealId));
  const imported = from.some((row) => row !== undefined && row.importId !== null);
  return [
    textArray(column(({ dealId }) => dealId)),
    bareArray(column(({ date }) => date)),
    bareArray(column(({ credited }) => credited)),
    bareArray(column(({ earned }) => earned)),
    unless(whole, () => bareArray(column(({ sharePercent }) => sharePercent))),
    unless(whole, () => bareArray(column(({ role }) => role))),
    unless(
      credits.every(({ through }) => through === null),
      () => textArray(column(({ through }) => through)),
    ),
    unless(
      credits.every(({ exchange }) => exchange === null),
      () => textArray(column(({ exchange }) => (exchange === null ? null : asJson(exchange)))),
    ),
    unless(!imported, () => bareArray(from.map((row) => row?.importId ?? null))),
    unless(!imported, () => bareArray(from.map((row) => row?.importLine ?? null))),
  ];
}

/** Everything that was given beside the usual lists; null when nothing was. */
function furtherOf(input: CalculationInput): FurtherInput | null {
  const { plan, period, participants, payeeIds, quotas, deals, exchangeRates, ...further } = input;
  return Object.keys(further).length === 0 ? null : further;
}

function carriedOf({ carriedIn, carriedPaid, carriedOut }: PaidLine): StoredCarried | null {
  if (carriedIn === undefined || carriedPaid === undefined || carriedOut === undefined) return null;
  return { carriedIn, carriedPaid, carriedOut };
}
