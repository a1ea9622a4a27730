/** One charge as the export writes it. Amounts are decimal texts; null: no price was known. */
export interface Charge {
  readonly at: string;
  readonly provider: string;
  readonly service: string;
  readonly model: string | null;
  readonly agent: string | null;
  readonly environment: string;
  readonly cost: string | null;
  readonly currency: string | null;
  readonly quantity: number;
  readonly unit: 'Tokens' | 'Requests';
  /** Null: a call of Attain itself. */
  readonly run: string | null;
  readonly workflow: string;
}

/** The columns of FOCUS 1.2 that are known here, and our own. */
const focusColumns = [
  'BilledCost',
  'EffectiveCost',
  'ListCost',
  'ContractedCost',
  'BillingAccountId',
  'BillingCurrency',
  'BillingPeriodStart',
  'BillingPeriodEnd',
  'ChargePeriodStart',
  'ChargePeriodEnd',
  'ChargeCategory',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ProviderName',
  'PublisherName',
  'InvoiceIssuerName',
  'ServiceName',
  'ServiceCategory',
  'ResourceId',
  'SkuId',
  'SubAccountId',
  'x_attain_run',
  'x_attain_workflow',
] as const;

/** Charges of one month as CSV; a text that a spreadsheet would run as a formula is quoted as text. */
export function focusCsv(
  charges: readonly Charge[],
  account: { readonly id: string; readonly from: string; readonly to: string },
): string {
  const lines = charges.map((one) => {
    const cost = one.cost ?? '';
    return [
      ...[cost, cost, cost, cost, account.id, one.currency ?? ''],
      ...[account.from, account.to, one.at, one.at, 'Usage', String(one.quantity), one.unit],
      ...[one.provider, one.provider, one.provider, one.service],
      one.unit === 'Tokens' ? 'AI and Machine Learning' : 'Integration',
      ...[one.agent ?? '', one.model ?? '', one.environment, one.run ?? '', one.workflow],
    ];
  });
  return [focusColumns, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
