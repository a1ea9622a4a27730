import { parsePeriod } from '@attain/domain/base/period';
import { calculate } from '@attain/domain/payouts/calculate';
import { parsePlan } from '@attain/domain/plans/parse-plan';
import documents from './ten-lines.json' with { type: 'json' };

const plan = parsePlan(documents.plan);
const period = parsePeriod('2024-Q1');
if (!plan.ok || !period.ok) throw new Error(JSON.stringify([plan, period]));
const paid = calculate({ ...documents, plan: plan.value, period: period.value });
for (const { say, steps } of paid.ok ? paid.value.lines : []) console.log(say, steps);
