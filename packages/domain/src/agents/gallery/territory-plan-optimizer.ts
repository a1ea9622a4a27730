import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { nothing, PLAN_LINKS, PLANS, result, STORED_PAY, STORED_PAY_LINKS } from './shared-steps.ts';

const description =
  'Compares each territory’s sales with its share of quotas, and suggests moving quota away from the weakest territory.';
const measured = 'nodes.each.filter(x, has(x.territoryBalance) && size(x.territories) > 1)';
const short = 'nodes.worst.rows[0].territories[0]';
const over = 'nodes.worst.rows[0].territories[size(nodes.worst.rows[0].territories) - 1]';

/** Says which territories carry too much quota. */
export const TERRITORY_PLAN_OPTIMIZER: GalleryAgent = {
  agentId: 'territory-plan-optimizer',
  name: 'Territory Plan Optimizer',
  description,
  category: 'Compensation Plan Design Agents',
  type: 'Optimizer',
  riskLevel: 'low',
  asksPlan: true,
  workflow: drawn({
    name: 'Territory Plan Optimizer',
    description,
    steps: {
      ...PLANS,
      ...STORED_PAY,
      measure: ['read_workspace', 'Territories', { what: 'measures', calculation: 'nodes.which.run' }],
      worst: [
        'data_collection',
        'Least balanced',
        {
          values: [
            {
              name: 'rows',
              value: `${measured}.filter(x, decimal(x.territoryBalance) == min(${measured}.map(y, y.territoryBalance)) && decimal(x.territories[0].gapPercent) <= 0 - 1)`,
            },
          ],
        },
      ],
      wanting: ['decision', 'More than a point apart?', { condition: 'size(nodes.worst.rows) > 0' }],
      propose: [
        'create_suggestion',
        'Suggest moving quota',
        {
          planFrom: 'nodes.worst.rows[0].plan',
          title: `Move quota from {{ ${short}.territory }} to {{ ${over}.territory }}`,
          reason: `In {{ nodes.worst.rows[0].period.key }}, {{ ${short}.territory }} had {{ ${short}.quotaPercent }}% of the quotas of “{{ nodes.worst.rows[0].planName }}” and sold {{ ${short}.creditPercent }}%; {{ ${over}.territory }} had {{ ${over}.quotaPercent }}% and sold {{ ${over}.creditPercent }}%.`,
          changes: '[]',
          evidence:
            '[{"kind": "calculation", "id": nodes.worst.rows[0].run, "hash": nodes.worst.rows[0].hash, "message": "Credit and quota by territory."}]',
        },
      ],
      end: [
        'end',
        'Compared',
        {
          result: result({
            processed: 'sum(nodes.each.filter(x, has(x.deals)).map(x, x.deals))',
            accuracy: `size(${measured}) == 0 ? null : string(floor(sum(${measured}.map(x, x.territoryBalance)) * 10000 / size(${measured})) / 10000)`,
            summary: `size(${measured}) == 0 ? "No plan has people with quotas in several territories." : concat("Territory balance: ", join(${measured}.map(x, concat(x.planName, " ", x.territoryBalance)), ", "), size(nodes.worst.rows) > 0 ? ". A suggestion waits for a decision." : ".")`,
            more: ', "plans": nodes.each',
          }),
        },
      ],
      none: nothing('No plan pays anyone yet.'),
    },
    links: [
      ...PLAN_LINKS,
      ...STORED_PAY_LINKS,
      ...['which > measure', 'measure > each.next', 'each.done > worst', 'worst > wanting'],
      ...['wanting.yes > propose', 'wanting.no > end', 'propose > end'],
    ],
  }),
};
