import type { PaymentDetail, PaymentRun } from '@attain/contract/payments';
import type { Client } from '../../testing/client.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Orders the payments of a period and waits until they have ended. */
export async function madePayments(client: Client, period: string): Promise<PaymentRun> {
  const ordered = await client.post('/api/payments', { period });
  if (ordered.status !== 202) throw new Error(JSON.stringify(ordered.body));
  for (;;) {
    const { body } = await client.get(`/api/payments/${ordered.body.id}`);
    if (!['queued', 'running'].includes(body.status)) return body;
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** Makes, approves and posts the payments of a period: the administrator makes and posts, finance approves. */
export async function postedPayments(paid: PaidWorkspace, period: string): Promise<PaymentRun> {
  const run = await madePayments(paid.admin, period);
  const finance = paid.tenant.as('finance');
  for (const move of ['approve', 'post']) {
    const mover = move === 'approve' ? finance : paid.admin;
    const moved = await mover.post(`/api/payments/${run.id}/${move}`);
    if (moved.status !== 200) throw new Error(`${move}: ${JSON.stringify(moved.body)}`);
  }
  return (await finance.get(`/api/payments/${run.id}`)).body;
}

/** One payment in dollars with its ledger. */
export async function ledgerOf(
  client: Client,
  runId: string,
  participantId: string,
): Promise<PaymentDetail & { words: string[] }> {
  const answer = await client.get(`/api/payments/${runId}/payees/${participantId}/USD`);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const detail = answer.body as PaymentDetail;
  return { ...detail, words: detail.ledger.map(({ kind, amount }) => `${kind} ${amount}`) };
}

/** What there is of money between payout and payment, to be asked for by its id. */
export interface PaidThings {
  readonly paymentId: string;
  readonly drawId: string;
  readonly holdId: string;
  readonly adjustmentId: string;
  readonly layoutId: string;
  readonly viewId: string;
  readonly noteId: string;
}

/** A payroll layout as the endpoint takes it. */
export const payrollLayout = {
  name: 'Payroll',
  columns: [
    { header: 'Employee', field: 'participant-id' },
    { header: 'Code', field: 'text', text: 'COMM' },
    { header: 'Amount', field: 'amount' },
    { header: 'Paid for', field: 'last-day' },
  ],
  separator: 'semicolon',
  decimalSign: 'comma',
  days: 'month-first',
  hasHeaders: true,
  skipsZero: true,
  currency: 'USD',
};

/** Two of each: payments of two periods, adjustments, draws, holds, clawbacks and limits; the workspace's first quarter must be calculated. */
export async function fillPayments(
  paid: PaidWorkspace,
  of: {
    calculationId: string;
    lines: readonly { participantId: string; componentId: string; dealId: string }[];
  },
): Promise<PaidThings> {
  const reason = 'as agreed';
  const made = async (path: string, body: object) => {
    const answer = await paid.admin.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return String(answer.body.id);
  };
  const beside = {
    participantId: of.lines[0]?.participantId,
    currency: 'USD',
    amount: '1.00',
    kind: 'bonus',
  };
  const adjustmentId = await made('/api/adjustments', { ...beside, reason });
  await made('/api/adjustments', { ...beside, reason });
  const [drawId = '', holdId = ''] = await Promise.all([
    made('/api/draws', {
      participantId: of.lines[0]?.participantId,
      currency: 'USD',
      kind: 'recoverable',
      amount: '1.00',
      from: '2024-04-01',
      reason,
    }),
    made('/api/holds', { periodKey: '1999-Q1', reason }),
    made('/api/draws', {
      participantId: of.lines[0]?.participantId,
      currency: 'EUR',
      kind: 'recoverable',
      amount: '1.00',
      from: '2024-04-01',
      reason,
    }),
    made('/api/holds', { periodKey: '1999-Q2', reason }),
  ]);
  await paid.sql(
    `INSERT INTO payment_limits (tenant_id, participant_id, currency, from_date, maximum) VALUES ($1, $2, 'USD', '2024-01-01', 1e12), ($1, $2, 'USD', '2025-01-01', 1e12)`,
    [of.lines[0]?.participantId],
  );
  await postedPayments(paid, '2024-Q1');
  for (const line of of.lines)
    await made('/api/clawbacks', {
      calculationId: of.calculationId,
      ...line,
      decidedOn: '2024-04-01',
      kind: 'pro-rata',
      termMonths: 1200,
      reason,
    });
  const { id } = await madePayments(paid.admin, '2024-Q2');
  const layout = (name: string) => paid.admin.post('/api/payroll-layouts', { ...payrollLayout, name });
  const layoutId = String((await layout('Payroll')).body.id);
  await layout('Second payroll');
  const view = { list: 'payments', name: 'Mine', search: { search: 'ann' } };
  const viewId = String((await paid.admin.post('/api/saved-views', view)).body.id);
  const noteOn = { subject: 'plan', subjectId: paid.planId };
  const noteId = await made('/api/notes', { ...noteOn, text: 'Check the caps' });
  return { paymentId: id, drawId, holdId, adjustmentId, layoutId, viewId, noteId };
}
