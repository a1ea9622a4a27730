/**
 * `npm run bench -- access`: what the decision about one request costs somebody with 1,000 custom grants. The list is as the session
 * has it: each cell once (`active_members`).
 */

import { writeFileSync } from 'node:fs';
import { offeredScopes } from '@attain/domain/access/custom-roles';
import { type CellText, cellText, type Held, permissions, scopeOf } from '@attain/domain/access/permissions';

const grants = 1_000;
const cellsPerRole = 6;
const requests = 20_000;
const rounds = 7;
const goalMicros = 50;

const cells = permissions.flatMap((permission) =>
  offeredScopes(permission).map((scope) => cellText({ permission, scope })),
);
/** Roles drawn by a fixed rule, so that each run measures the same. */
const given = Array.from({ length: grants * cellsPerRole }, (_, at) => cells[(at * 7_919) % cells.length]);
const distinct = JSON.stringify(['viewer', ...new Set(given as CellText[])]);

const micros: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  let spent = 0;
  let allowed = 0;
  for (let at = 0; at < requests; at += 1) {
    // a request reads its list afresh
    const held = JSON.parse(distinct) as Held[];
    const permission = permissions[at % permissions.length];
    const began = performance.now();
    if (permission !== undefined && scopeOf(held, permission) !== null) allowed += 1;
    spent += performance.now() - began;
  }
  if (allowed !== requests) throw new Error(`${requests - allowed} of ${requests} were not allowed.`);
  micros.push((spent * 1_000) / requests);
}
micros.sort((one, other) => one - other);
const [median = 0] = micros.slice(rounds >> 1);
const report = `# Authorization

One decision for somebody with ${grants} custom grants of ${cellsPerRole} permissions each, over ${requests.toLocaleString('en')} requests.

| Median of ${rounds} rounds | Slowest round | Goal |
| --- | --- | --- |
| ${median.toFixed(1)} µs | ${(micros.at(-1) ?? 0).toFixed(1)} µs | ${goalMicros} µs |
`;
writeFileSync(new URL('results/access.md', import.meta.url), report);
console.log(report);
if (median > goalMicros) process.exitCode = 1;
