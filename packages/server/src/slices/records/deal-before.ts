/**
 * What a deal `t` is, for `deal_history`: so that an old payout line can still show its source row after the deal has become
 * another. Figures stay text: JSON would round them.
 */
export const dealBefore = `jsonb_build_object('id', t.id, 'date', t.date, 'amount', t.amount::text, 'unit', t.unit,
  'currency', t.currency, 'participantId', t.participant_id, 'splits', t.splits, 'kind', t.kind, 'product', t.product,
  'territory', t.territory, 'customer', t.customer, 'overlays', t.overlays, 'approvedOn', t.approved_on,
  'termMonths', t.term_months, 'reversesId', t.reverses_id, 'ownFields', t.own_fields, 'importLine', t.import_line, 'sourceText', t.source_text)`;
