import type { CalculationInput, PayoutLine } from '@attain/domain/payouts/payout';
import { asJson, RowBuffer } from '../../db/copy-rows.ts';
import type { TenantTx } from '../../db/database.ts';
import type { FurtherInput, StoredCarried } from '../../db/schema/calculations.ts';
import type { PayeeInput } from './payee-inputs.ts';

/** Takes lines as they are computed and stores them in large portions, each while the next is being computed. */
export interface PayoutWriter {
  readonly lineCount: number;
  add(payee: PayeeInput, lines: readonly PayoutLine[], hashes: PayHashes): Promise<void>;
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

/** Writes a run's lines, credits and inputs by COPY on the transaction's own connection. */
export function payoutWriter(
  tx: TenantTx,
  runId: string,
  componentNames: ReadonlyMap<string, string>,
): PayoutWriter {
  let gathered = emptyPortion();
  let sending: Promise<void> = Promise.resolve();
  let lineCount = 0;
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
      }
      const { lineRows, creditRows, inputRows } = gathered;
      if (lineRows.length + creditRows.length + inputRows.length > portion) await send();
    },
    finish: async () => {
      await send();
      await sending;
    },
    settled: () => sending.catch(() => {}),
  };
}

type Portion = ReturnType<typeof emptyPortion>;

function emptyPortion() {
  const key = ['tenant_id', 'run_id', 'participant_id'];
  const lineRows = new RowBuffer('payout_lines', [
    ...key,
    ...[
      'participant_name',
      'component_id',
      'component_name',
      'seq',
      'currency',
      'credited',
      'quota',
      'attainment_percent',
      'target',
    ],
    ...['amount', 'credit_count', 'say', 'steps', 'rules', 'next_tier', 'measured', 'carried'],
  ]);
  const creditRows = new RowBuffer('payout_credits', [
    ...key,
    ...[
      'component_id',
      'seq',
      'deal_id',
      'date',
      'credited',
      'share_percent',
      'role',
      'through',
      'exchange',
      'earned',
      'import_id',
      'import_line',
    ],
  ]);
  const inputRows = new RowBuffer('payout_inputs', [
    ...key,
    'participant',
    'quotas',
    'deals',
    'exchange_rates',
    'further',
    'input_hash',
    'leaf_hash',
  ]);
  return { lineRows, creditRows, inputRows };
}

async function flush({ lineRows, creditRows, inputRows }: Portion, tx: TenantTx): Promise<void> {
  await lineRows.flush(tx.client);
  await creditRows.flush(tx.client);
  await inputRows.flush(tx.client);
}

function addInputs(
  { inputRows }: Portion,
  own: readonly string[],
  { participant, input }: PayeeInput,
  { inputHash, leafHash }: PayHashes,
): void {
  inputRows.add([
    ...own,
    asJson(participant),
    asJson(input.quotas),
    asJson(input.deals),
    asJson(input.exchangeRates),
    furtherOf(input),
    inputHash,
    leafHash,
  ]);
}

function addLine(
  { lineRows, creditRows }: Portion,
  own: readonly string[],
  { payee, line, component, seq }: { payee: PayeeInput; line: PayoutLine; component: string; seq: number },
): void {
  lineRows.add([
    ...own,
    ...[payee.participant.name, line.componentId, component, seq, line.currency],
    ...[line.credited, line.quota, line.attainmentPercent, line.target, line.amount, line.credits.length],
    ...[line.say, asJson(line.steps), line.rules, line.nextTier, line.window ?? null, carriedOf(line)],
  ]);
  for (const [at, credit] of line.credits.entries()) {
    const source = payee.sources.get(credit.dealId);
    creditRows.add([
      ...own,
      ...[line.componentId, at + 1, credit.dealId, credit.date, credit.credited, credit.sharePercent],
      ...[
        credit.role,
        credit.through,
        credit.exchange,
        credit.earned,
        source?.importId ?? null,
        source?.importLine ?? null,
      ],
    ]);
  }
}

/** Everything that was given beside the usual lists; null when nothing was. */
function furtherOf(input: CalculationInput): FurtherInput | null {
  const { plan, period, participants, payeeIds, quotas, deals, exchangeRates, ...further } = input;
  return Object.keys(further).length === 0 ? null : further;
}

function carriedOf({ carriedIn, carriedPaid, carriedOut }: PayoutLine): StoredCarried | null {
  if (carriedIn === undefined || carriedPaid === undefined || carriedOut === undefined) return null;
  return { carriedIn, carriedPaid, carriedOut };
}
