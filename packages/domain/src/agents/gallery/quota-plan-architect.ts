import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { nothing, PLAN_LINKS, PLANS, result, STORED_PAY, STORED_PAY_LINKS } from './shared-steps.ts';

const description =
  'Compares quotas with actual sales by plan, and suggests reviewing the least accurate ones.';
const measured = 'nodes.each.filter(x, has(x.quotaAccuracy))';

/** Says how well quotas foretell. */
export const QUOTA_PLAN_ARCHITECT: GalleryAgent = {
  agentId: 'quota-plan-architect',
  name: 'Quota Plan Architect',
  description,
  category: 'Compensation Plan Design Agents',
  type: 'Designer',
  riskLevel: 'low',
  asksPlan: true,
  workflow: drawn({
    name: 'Quota Plan Architect',
    description,
    steps: {
      ...PLANS,
      ...STORED_PAY,
      measure: [
        'read_workspace',
        'Quotas against sales',
        { what: 'measures', calculation: 'nodes.which.run' },
      ],
      worst: [
        'data_collection',
        'Least accurate',
        {
          values: [
            {
              name: 'rows',
              value: `${measured}.filter(x, decimal(x.quotaAccuracy) == min(${measured}.map(y, y.quotaAccuracy)) && decimal(x.quotaAccuracy) < 0.9)`,
            },
          ],
        },
      ],
      wanting: ['decision', 'Below 0.9?', { condition: 'size(nodes.worst.rows) > 0' }],
      propose: [
        'create_suggestion',
        'Suggest a quota review',
        {
          planFrom: 'nodes.worst.rows[0].plan',
          title: 'Review the quotas of “{{ nodes.worst.rows[0].planName }}”',
          reason:
            'In {{ nodes.worst.rows[0].period.key }}, results differed from quotas by {{ 100 - nodes.worst.rows[0].quotaAccuracy * 100 }}% of the quotas: {{ nodes.worst.rows[0].attainment.atOrAbove100 }} of {{ nodes.worst.rows[0].attainment.lines }} lines reached their quota, {{ nodes.worst.rows[0].attainment.below50 }} are below half of it.',
          changes: '[]',
          evidence:
            '[{"kind": "calculation", "id": nodes.worst.rows[0].run, "hash": nodes.worst.rows[0].hash, "message": "Credit and quota of every line."}]',
          confidence:
            'nodes.worst.rows[0].lines == 0 ? null : floor(nodes.worst.rows[0].attainment.lines * 10000 / nodes.worst.rows[0].lines) / 10000',
          confidenceFormula: 'lines with an attainment ÷ lines of the calculation',
        },
      ],
      end: [
        'end',
        'Compared',
        {
          result: result({
            processed: 'sum(nodes.each.filter(x, has(x.deals)).map(x, x.deals))',
            accuracy: `size(${measured}) == 0 ? null : string(floor(sum(${measured}.map(x, x.quotaAccuracy)) * 10000 / size(${measured})) / 10000)`,
            summary: `size(${measured}) == 0 ? "No plan has quotas to compare with." : concat("Quota accuracy: ", join(${measured}.map(x, concat(x.planName, " ", x.quotaAccuracy)), ", "), size(nodes.worst.rows) > 0 ? ". A suggestion waits for a decision." : ".")`,
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
