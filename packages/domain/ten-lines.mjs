import { calculate } from '@attain/domain/payouts/calculate';
import { parseInput } from '@attain/domain/payouts/parse-input';
import documents from './ten-lines.json' with { type: 'json' };

const input = parseInput(documents);
const paid = input.ok ? calculate(input.value) : input;
if (!paid.ok) throw new Error(paid.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
for (const { message, steps } of paid.value.lines) console.log(message, steps);
console.log('In all', paid.value.total, paid.value.currency);
