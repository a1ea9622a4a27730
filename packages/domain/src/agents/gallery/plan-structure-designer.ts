import { drawn } from './draw.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { nothing, PATIENT, PLAN_LINKS, PLANS, result } from './shared-steps.ts';

const description =
  'Tests plan structures (caps, later accelerators, a flatter top tier) on simulated years and suggests the cheapest one.';
const plan = 'nodes.chosen.rows[0]';
const tried = 'nodes.each.filter(x, has(x.simulation))';
const saving = `${tried}.filter(x, decimal(x.savings) > 0)`;
const best = 'nodes.best.rows[0]';
const targeted = 'c.rate.kind in ["target", "curve", "matrix"] && c.weight > 0';
const levelled =
  '{"rate": {"kind": c.rate.kind, "thresholds": c.rate.thresholds, "per": c.rate.per, "tiers": c.rate.tiers.map(t, has(t.to) ? t : {"from": t.from, "to": null, "ratePercent": c.rate.tiers[size(c.rate.tiers) - 2].ratePercent})}}';

/** What is tried: its name, of which components, and what is set on each. Caps need a target to be a multiple of. */
const structures = [
  structure('cap uncapped components at 2x', `${targeted} && !has(c.cap)`, '{"cap": "2x"}'),
  structure('cap every component at 1.5x', targeted, '{"cap": "1.5x"}'),
  structure('start accelerators above 130%', 'has(c.accelerator)', '{"accelerator": ">130% @ 1.2x"}'),
  structure(
    'pay the highest tier at the rate of the one below',
    'has(c.rate.tiers) && size(c.rate.tiers) > 1',
    levelled,
  ),
];

/** Looks for a better structure of a plan. */
export const PLAN_STRUCTURE_DESIGNER: GalleryAgent = {
  agentId: 'plan-structure-designer',
  name: 'Plan Structure Designer',
  description,
  category: 'Compensation Plan Design Agents',
  type: 'Designer',
  riskLevel: 'medium',
  asksPlan: true,
  workflow: drawn({
    name: 'Plan Structure Designer',
    description,
    steps: {
      ...PLANS,
      structures: [
        'data_collection',
        'Structures to try',
        {
          values: [
            {
              name: 'rows',
              value: `[${structures.join(', ')}].filter(s, size(s.changes) > 0)`,
            },
          ],
        },
      ],
      each: ['loop', 'Each structure', { over: 'nodes.structures.rows', limit: 20 }],
      simulate: [
        'simulate_plan',
        'Simulate years',
        {
          planFrom: `${plan}.id`,
          period: `substring(${plan}.to, 0, 4)`,
          changes: 'loop.item.changes',
          kind: 'monte-carlo',
          scenarios: 50,
          ...PATIENT,
        },
      ],
      tried: [
        'data_collection',
        'Tried',
        {
          values: [
            { name: 'name', value: 'loop.item.name' },
            ...[
              'simulation',
              'hash',
              'changes',
              'savings',
              'confidence',
              'risk',
              'deals',
              'baseline',
              'draft',
              'losers',
              'payees',
            ].map((name) => ({ name, value: `nodes.simulate.${name}` })),
          ],
        },
      ],
      untried: [
        'data_collection',
        'Not possible',
        {
          values: [
            { name: 'name', value: 'loop.item.name' },
            { name: 'error', value: 'input.message' },
          ],
        },
      ],
      best: [
        'data_collection',
        'Saves most',
        {
          values: [
            {
              name: 'rows',
              value: `${saving}.filter(x, decimal(x.savings) == max(${saving}.map(y, y.savings)))`,
            },
          ],
        },
      ],
      saves: ['decision', 'Does one save money?', { condition: 'size(nodes.best.rows) > 0' }],
      propose: [
        'create_suggestion',
        'Suggest it',
        {
          planFrom: `${plan}.id`,
          title: `{{ upper(substring(${best}.name, 0, 1)) }}{{ substring(${best}.name, 1) }}`,
          reason: `Over 50 simulated years, “{{ ${plan}.name }}” costs {{ money(${best}.baseline, ${plan}.currency) }} on average, and with this change {{ money(${best}.draft, ${plan}.currency) }}; {{ ${best}.losers }} of {{ ${best}.payees }} payees would be paid less. Risk {{ ${best}.risk }} of 100.`,
          changes: `${best}.changes`,
          savings: `${best}.savings`,
          confidence: `${best}.confidence`,
          confidenceFormula: 'confidence of the simulation ÷ 100 (SIM-8)',
          evidence: `[{"kind": "simulation", "id": ${best}.simulation, "hash": ${best}.hash, "message": "Monte Carlo of both structures."}]`,
        },
      ],
      end: [
        'end',
        'Designed',
        {
          result: result({
            processed: `size(${tried}) == 0 ? 0 : max(${tried}.map(x, x.deals))`,
            savings: `size(nodes.best.rows) > 0 && ${plan}.currency == nodes.chosen.currency ? string(${best}.savings) : null`,
            accuracy: `size(${tried}) == 0 ? null : string(floor(sum(${tried}.map(x, x.confidence)) * 10000 / size(${tried})) / 10000)`,
            summary: `concat(size(${tried}), size(${tried}) == 1 ? " structure of “" : " structures of “", ${plan}.name, "” tested: ", size(${tried}) == 0 ? "none was possible" : join(${tried}.map(x, concat(x.name, decimal(x.savings) < 0 ? " costs " : " saves ", money(abs(x.savings), ${plan}.currency))), ", "), size(nodes.best.rows) > 0 ? ". A suggestion waits for a decision." : ". None saves money.")`,
            more: ', "structures": nodes.each',
          }),
        },
      ],
      none: nothing('No plan pays anyone yet.'),
    },
    links: [
      ...PLAN_LINKS,
      ...['any.yes > structures', 'structures > each', 'each.each > simulate', 'simulate > tried'],
      ...['tried > each.next', 'simulate.error > untried', 'untried > each.next', 'each.done > best'],
      ...['best > saves', 'saves.yes > propose', 'saves.no > end', 'propose > end'],
    ],
  }),
};

function structure(name: string, of: string, set: string): string {
  const changes = `${plan}.components.filter(c, ${of}).map(c, {"component": c.id, "set": ${set}})`;
  return `{"name": ${JSON.stringify(name)}, "changes": ${changes}}`;
}
