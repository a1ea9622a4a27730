import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { nothing, PATIENT, PLAN_LINKS, PLANS, result } from './shared-steps.ts';

const description =
  'Replays the latest period of the largest plan with SPIFFs of 0.1, 0.25 and 0.5% of sales, and suggests the largest that costs at most 5% of its pay.';
const plan = 'nodes.chosen.rows[0]';
const tried = 'nodes.each.filter(x, has(x.simulation))';
const fitting = `${tried}.filter(x, decimal(x.change) <= x.baseline * 0.05)`;
const best = 'nodes.best.rows[0]';

/** Tries out what a SPIFF would cost. */
export const SPIFF_EXPERIMENTER: GalleryAgent = {
  agentId: 'spiff-experimenter',
  name: 'SPIFF Experimenter',
  description,
  category: 'Incentive Experimentation Agent',
  type: 'Analyzer',
  riskLevel: 'low',
  asksPlan: true,
  workflow: drawn({
    name: 'SPIFF Experimenter',
    description,
    steps: {
      ...PLANS,
      each: ['loop', 'Each rate', { over: '["0.1", "0.25", "0.5"]', limit: 20 }],
      simulate: [
        'simulate_plan',
        'Replay with the SPIFF',
        {
          planFrom: `${plan}.id`,
          period: `${plan}.period`,
          changes: `[{"add": {"id": "spiff-experiment", "name": "SPIFF experiment", "status": "Active", "measure": {"unit": "$", "of": "amount"}, "filter": [], "weight": 0, "rate": {"kind": "flat", "ratePercent": loop.item}, "cap": null, "accelerator": null, "gate": null, "spiff": {"from": ${plan}.from, "to": ${plan}.to, "fund": null}}}]`,
          kind: 'replay',
          ...PATIENT,
        },
      ],
      tried: [
        'data_collection',
        'Tried',
        {
          values: [
            { name: 'ratePercent', value: 'loop.item' },
            ...[
              'simulation',
              'hash',
              'changes',
              'change',
              'baseline',
              'revenue',
              'winners',
              'payees',
              'unpaid',
              'deals',
            ].map((name) => ({ name, value: `nodes.simulate.${name}` })),
          ],
        },
      ],
      best: [
        'data_collection',
        'Largest within the budget',
        {
          values: [
            {
              name: 'rows',
              value: `${fitting}.filter(x, decimal(x.ratePercent) == max(${fitting}.map(y, y.ratePercent)))`,
            },
          ],
        },
      ],
      fits: ['decision', 'Does one fit?', { condition: 'size(nodes.best.rows) > 0' }],
      propose: [
        'create_suggestion',
        'Suggest the SPIFF',
        {
          planFrom: `${plan}.id`,
          title: `A SPIFF of {{ ${best}.ratePercent }}% on “{{ ${plan}.name }}”`,
          reason: `Over {{ ${plan}.period }} it would have cost {{ money(${best}.change, ${plan}.currency) }} for {{ ${best}.winners }} of {{ ${best}.payees }} payees, within 5% of the {{ money(${best}.baseline, ${plan}.currency) }} the plan paid.`,
          changes: `${best}.changes`,
          savings: `0 - ${best}.change`,
          confidence: `${best}.payees == 0 ? null : floor((${best}.payees - ${best}.unpaid) * 10000 / ${best}.payees) / 10000`,
          confidenceFormula: 'payees both plans could pay ÷ payees of the replay',
          evidence: `[{"kind": "simulation", "id": ${best}.simulation, "hash": ${best}.hash, "message": "Replay with and without the SPIFF."}]`,
        },
      ],
      end: [
        'end',
        'Experimented',
        {
          result: result({
            processed: `size(${tried}) == 0 ? 0 : max(${tried}.map(x, x.deals))`,
            accuracy: `sum(${tried}.map(x, x.payees)) == 0 ? null : string(floor(sum(${tried}.map(x, x.payees - x.unpaid)) * 10000 / sum(${tried}.map(x, x.payees))) / 10000)`,
            summary: `concat("“", ${plan}.name, "” over ", ${plan}.period, ": ", join(${tried}.map(x, concat(x.ratePercent, "% costs ", money(x.change, ${plan}.currency))), ", "), size(nodes.best.rows) > 0 ? ". A suggestion waits for a decision." : ". None costs at most 5% of the plan’s pay.")`,
            more: ', "rates": nodes.each',
          }),
        },
      ],
      none: nothing('No plan pays anyone yet.'),
    },
    links: [
      ...PLAN_LINKS,
      ...['any.yes > each', 'each.each > simulate', 'simulate > tried', 'tried > each.next'],
      ...['each.done > best', 'best > fits', 'fits.yes > propose', 'fits.no > end', 'propose > end'],
    ],
  }),
};
