import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const home = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, home), 'utf8');

test('[PAY-3] [PAY-6] the README’s plan in ten lines is a program that runs, and prints what the page says', () => {
  const program = read('ten-lines.mjs');
  const page = read('README.md');
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
  expect(page).toContain(`\`\`\`js\n${program}\`\`\``);
  const printed = execFileSync(process.execPath, [fileURLToPath(new URL('ten-lines.mjs', home))], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  expect(printed).toContain('Sales pays 5,320.01 USD: 104,000.10 credited');
  expect(page).toContain(`\`\`\`\n${printed}\`\`\``);
});
