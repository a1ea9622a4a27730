import type { DealDetail, Run, StatedChange } from '../../../api/shapes.ts';
import { isTypedDecimal } from '../../../base/decimal.ts';

type Stated<Of extends StatedChange['of']> = Extract<StatedChange, { of: Of }>;

/** One record change as typed in the form; empty fields are not set yet. */
export type ChangeDraft = {
  of: StatedChange['of'];
  /** The record is removed. */
  gone: boolean;
  participantId: string;
  /** Of a deal. */
  dealId: string;
  date: string;
  product: string;
  /** The stored deal, once found; fields not in the form keep its values. */
  known: DealDetail | null;
  /** A deal's, a quota's. */
  amount: string;
  /** Of a quota: empty for the plan's currency. */
  currency: string;
  componentId: string | null;
  unit: '$' | 'Score' | 'Count' | '%';
  from: string;
  to: string;
  rateFrom: string;
  rate: string;
};

/** An empty draft, on the days of the calculation and in its currency. */
export function draftOf(of: ChangeDraft['of'], { period, currency }: Run): ChangeDraft {
  return {
    of,
    gone: false,
    participantId: '',
    dealId: '',
    product: '',
    known: null,
    amount: '',
    date: period.to,
    from: period.from,
    to: of === 'assignment' ? '' : period.to,
    currency: of === 'quota' ? '' : currency,
    componentId: null,
    unit: '$',
    rateFrom: '',
    rate: '',
  };
}

/** Drafts typed so far, by record type. */
export type TypedDrafts = Partial<Record<ChangeDraft['of'], ChangeDraft>>;

/**
 * The draft for another record type: the one typed earlier, or an empty one for the same payee. An earlier quota or
 * assignment of another payee is discarded; a deal keeps its own payee.
 */
export function draftOfKind(
  of: ChangeDraft['of'],
  { draft, typed, run }: { draft: ChangeDraft; typed: TypedDrafts; run: Run },
): ChangeDraft {
  const before = typed[of];
  const fresh = { ...draftOf(of, run), participantId: draft.participantId };
  if (before === undefined || (of === 'deal' && before.dealId === '')) return fresh;
  const perPayee = of === 'quota' || of === 'assignment';
  return perPayee && draft.participantId !== '' && before.participantId !== draft.participantId
    ? fresh
    : before;
}

/** The draft filled from a stored deal. */
export function withKnownDeal(draft: ChangeDraft, known: DealDetail): ChangeDraft {
  const { date, amount, currency, participantId, product } = known;
  return {
    ...draft,
    known,
    date,
    amount,
    participantId,
    currency: currency ?? '',
    product: product ?? '',
  };
}

/** The change to send, or null while a field is missing or invalid. */
export function statedChange(draft: ChangeDraft): StatedChange | null {
  if (draft.of === 'deal') return statedDeal(draft);
  if (draft.of === 'quota') return statedQuota(draft);
  if (draft.of === 'exchange-rate') return statedRate(draft);
  return statedAssignment(draft);
}

function statedDeal({ gone, known, ...draft }: ChangeDraft): Stated<'deal'> | null {
  const { dealId, amount, date, participantId, product } = draft;
  if (dealId === '') return null;
  if (gone) return { of: 'deal', id: dealId, after: null };
  if (!isTypedDecimal(amount) || date === '' || participantId === '') return null;
  const moved = known !== null && known.participantId !== participantId;
  return {
    of: 'deal',
    id: dealId,
    after: {
      ...(known !== null && keptOf(known)),
      amount,
      date,
      participantId,
      product: product || null,
      currency: known !== null && known.unit !== '$' ? null : draft.currency || null,
      // a deal moved to another payee loses its splits
      ...(moved && { splits: [] }),
    },
  };
}

function keptOf(known: DealDetail) {
  const { unit, splits, overlays, kind, territory, customer, approvedOn, termMonths } = known;
  const { reversesId, ownFields } = known;
  return { unit, splits, overlays, kind, territory, customer, approvedOn, termMonths, reversesId, ownFields };
}

function statedQuota(draft: ChangeDraft): Stated<'quota'> | null {
  const { gone, participantId, componentId, unit, from, to, amount } = draft;
  const currency = unit === '$' ? draft.currency : '';
  if (!/^([A-Z]{3})?$/.test(currency)) return null;
  if (participantId === '' || from === '' || to === '' || !(gone || isTypedDecimal(amount))) return null;
  const after = gone ? null : { amount, currency: currency || null };
  return { of: 'quota', participantId, componentId, unit, from, to, after };
}

function statedRate({ gone, rateFrom, currency, date, rate }: ChangeDraft): Stated<'exchange-rate'> | null {
  if (!/^[A-Z]{3}$/.test(rateFrom) || !/^[A-Z]{3}$/.test(currency) || date === '') return null;
  if (!gone && !isTypedDecimal(rate)) return null;
  return { of: 'exchange-rate', from: rateFrom, to: currency, date, after: gone ? null : { rate } };
}

function statedAssignment({ gone, participantId, from, to }: ChangeDraft): Stated<'assignment'> | null {
  if (participantId === '' || from === '') return null;
  return { of: 'assignment', participantId, from, after: gone ? null : { to: to || null } };
}
