import type { Mapping } from '@attain/contract/imports';
import { kebabId } from '@attain/domain/base/kebab-id';
import type { Component, ComponentStatus, Plan, Unit } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { systemActor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write.ts';
import { planDetail } from '../../plans/plan-document.ts';
import { writeDocument } from '../../plans/save-plan.ts';
import type { StoredImport } from '../imports-store.ts';
import type { Effect } from './find-changes.ts';
import { FOUND } from './found-problems.ts';
import { STAGED } from './staging.ts';

/** One row of a plan's table of components, as it was staged. */
interface StagedComponent {
  readonly line: number;
  readonly component: string;
  readonly measure: Unit;
  readonly weight: number;
  readonly cap: string | null;
  readonly accelerator: string | null;
  readonly status: ComponentStatus;
}

/**
 * What the staged components would do to the plan's newest version: added, changed (written down field by field),
 * unchanged. What would keep the plan from being activated is added to the problems, as warnings.
 */
export async function planEffect(tx: TenantTx, stored: StoredImport): Promise<Effect> {
  const { plan, rows } = await readBoth(tx, stored);
  const merged = mergeComponents(plan, rows, stored.mapping);
  for (const problem of checkPlan(merged)) {
    await tx.client.query(
      `INSERT INTO ${FOUND} (line, "column", field, value, severity, reason, fix) VALUES (1, NULL, NULL, NULL, 'warning', $1, $2)`,
      [
        problem.message,
        `The plan can be saved but not activated until this is fixed (${problem.rule}, ${problem.path}).`,
      ],
    );
  }
  let added = 0;
  let changed = 0;
  for (const row of rows) {
    const before = findNamed(plan, row.component);
    const after = findNamed(merged, row.component);
    if (before === undefined) added++;
    const changes = before === undefined || after === undefined ? [] : differences(before, after);
    if (changes.length === 0) continue;
    changed++;
    await tx.client.query(
      'INSERT INTO import_changes (tenant_id, import_id, line, key, changes) VALUES ($1, $2, $3, $4, $5)',
      [tx.tenantId, stored.id, row.line, row.component, JSON.stringify(changes)],
    );
  }
  const unchanged = rows.length - added - changed;
  return { added, changed, unchanged, removed: 0, touchedFrom: null, touchedTo: null };
}

/** Saves the staged components into the plan's draft, by the very use-case the editor saves with; it records the act. */
export async function writeComponents(tx: WriteTx, stored: StoredImport): Promise<void> {
  const { planId, rows } = await readBoth(tx, stored);
  const actor = systemActor(tx.tenantId, stored.createdById, `import/${stored.id}`);
  await writeDocument(tx, actor, {
    planId,
    revision: null,
    change: (plan) => mergeComponents(plan, rows, stored.mapping),
  });
}

/** The plan with the rows taken over: a component of the same name is changed where the file speaks of it, others are added. */
function mergeComponents(plan: Plan, rows: readonly Omit<StagedComponent, 'line'>[], mapping: Mapping): Plan {
  const components = [...plan.components];
  const mapped = (field: string) => Object.hasOwn(mapping.fields, field);
  for (const row of rows) {
    const at = components.findIndex((component) => sameName(component.name, row.component));
    const known = components[at];
    const base = known ?? newComponent(row, components);
    const next: Component = {
      ...base,
      measure: { unit: row.measure, of: base.measure.of },
      weight: row.weight,
      cap: mapped('cap') ? row.cap : base.cap,
      accelerator: mapped('accelerator') ? row.accelerator : base.accelerator,
      status: mapped('status') ? row.status : base.status,
    };
    if (known === undefined) components.push(next);
    else components[at] = next;
  }
  return { ...plan, components };
}

/** A component of a file pays on target, as weight, cap and accelerator say; its rate can be edited afterwards. */
function newComponent(row: Omit<StagedComponent, 'line'>, others: readonly Component[]): Component {
  return {
    id: kebabId(
      row.component,
      'component',
      others.map((other) => other.id),
    ),
    name: row.component,
    status: row.status,
    measure: { unit: row.measure, of: 'amount' },
    filter: [],
    weight: row.weight,
    rate: { kind: 'target' },
    cap: row.cap,
    accelerator: row.accelerator,
    gate: null,
  };
}

async function readBoth(
  tx: TenantTx,
  stored: StoredImport,
): Promise<{ planId: string; plan: Plan; rows: StagedComponent[] }> {
  if (stored.planId === null) throw new ApiError('BAD_INPUT', 'Choose a plan for the components.');
  const detail = await planDetail(tx, stored.planId, { today: stored.createdAt.slice(0, 10) });
  const rows = await tx.client.query<StagedComponent>(
    `SELECT row_line AS line, component, measure, weight, cap, accelerator, status FROM ${STAGED} ORDER BY row_line`,
  );
  return { planId: stored.planId, plan: detail.document as Plan, rows: rows.rows };
}

function differences(
  before: Component,
  after: Component,
): { field: string; before: string | null; after: string | null }[] {
  const pairs = [
    ['measure', before.measure.unit, after.measure.unit],
    ['weight', String(before.weight), String(after.weight)],
    ['cap', before.cap, after.cap],
    ['accelerator', before.accelerator, after.accelerator],
    ['status', before.status, after.status],
  ] as const;
  return pairs
    .filter(([, old, now]) => old !== now)
    .map(([field, old, now]) => ({ field, before: old, after: now }));
}

function findNamed(plan: Plan, name: string): Component | undefined {
  return plan.components.find((component) => sameName(component.name, name));
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
