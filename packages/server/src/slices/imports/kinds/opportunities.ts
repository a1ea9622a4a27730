import { deals } from './deals.ts';
import type { Kind, KindField } from './kind.ts';

/** A field that means the same of a deal, named by other headers first where given. */
function asOfDeals(field: string, hints: readonly string[] = []): KindField {
  const own = deals.fields.find((one) => one.field === field)!;
  return { ...own, required: false, hints: [...hints, ...own.hints] };
}

/** What may become a deal: all stages of a CRM export. Nothing is paid on it. */
export const opportunities: Kind = {
  name: 'opportunities',
  label: 'Opportunities',
  stored: [
    'id',
    'name',
    'participant',
    'stage',
    'status',
    'amount',
    'currency',
    'expectedOn',
    'chance',
    'product',
    'territory',
    'customer',
  ],
  key: ['id'],
  total: { amount: 'amount', unit: null, currency: 'currency' },
  days: null,
  fields: [
    {
      ...asOfDeals('id', ['opportunityid', 'opportunity', 'opportunitynumber']),
      label: 'Opportunity ID',
      required: true,
      describe: "The source system's own ID, unique in the file.",
    },
    {
      field: 'name',
      label: 'Name',
      required: false,
      type: 'text',
      describe: 'What the opportunity is called.',
      hints: ['opportunityname', 'name', 'title', 'subject'],
    },
    {
      ...asOfDeals('participant', ['owner', 'opportunityowner', 'salesagent']),
      label: 'Owner',
      required: true,
      describe: 'ID, email or name of the participant who would be credited.',
    },
    {
      field: 'stage',
      label: 'Stage',
      required: true,
      type: 'text',
      describe: 'The stage as the source system names it, for example Negotiation or Closed Won.',
      hints: ['stage', 'dealstage', 'stagename', 'salesstage', 'opportunitystage', 'phase', 'status'],
    },
    {
      field: 'status',
      label: 'Status',
      required: false,
      type: 'outcome',
      describe: 'Open, won or lost; read off the stage if it is blank.',
      hints: ['outcome', 'wonlost', 'state'],
    },
    {
      ...asOfDeals('amount', ['openamount', 'expectedamount']),
      describe: 'Amount it would bring, for example 20565.62.',
    },
    asOfDeals('currency'),
    {
      field: 'expectedOn',
      label: 'Expected close',
      required: false,
      type: 'date',
      describe: 'The day on which it is expected to close, or closed.',
      hints: [
        'expectedclose',
        'expectedclosedate',
        'estimatedclosedate',
        'closedate',
        'closingdate',
        'expectedon',
      ],
      mayBe: ['closed', 'closedat', 'date'],
    },
    {
      field: 'chance',
      label: 'Chance',
      required: false,
      type: 'percent',
      describe: 'Probability of winning in percent, for example 60.',
      hints: ['chance', 'probability', 'winprobability', 'probabilitypercent', 'likelihood'],
    },
    asOfDeals('product'),
    asOfDeals('territory'),
    asOfDeals('customer'),
  ],
  finish(at) {
    const [stage, status, amount, chance] = [at('stage'), at('status'), at('amount'), at('chance')];
    return (values, voice) => {
      values[status] ??= statusOf(values[stage] ?? '');
      if ((values[amount] ?? '').startsWith('-'))
        voice.fail('amount', 'The amount is negative.', 'Enter zero or more, or leave it blank.');
      const percent = values[chance] ?? null;
      if (percent !== null && (percent.startsWith('-') || Number(percent) > 100))
        voice.fail('chance', `The chance is ${percent}%.`, 'Enter a percentage from 0 to 100.');
    };
  },
};

/** Whether a stage means that it was decided: `Closed Won`, `lost`. */
function statusOf(stage: string): 'open' | 'won' | 'lost' {
  const word = /^(?:closed\W*)?(won|lost)$/i.exec(stage.trim())?.[1]?.toLowerCase();
  return word === 'won' || word === 'lost' ? word : 'open';
}
