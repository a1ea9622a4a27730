import { expect, test } from 'vitest';
import { covers, dayNumber, FISCAL_YEAR, isoDay } from './days.ts';
import { isEmployed } from './people.ts';
import type { SampleTenant } from './sample-tenant.ts';
import { sampleWorkspace } from './workspace.ts';

const { tenants } = sampleWorkspace();
const [software] = tenants;
const DAYS = Array.from({ length: 365 }, (_, day) => isoDay(dayNumber(FISCAL_YEAR.from) + day));

function managersOn(tenant: SampleTenant, date: string): Map<string, string> {
  const managers = new Map<string, string>();
  for (const line of tenant.reportingLines) {
    if (!covers(line, date)) continue;
    expect(managers.has(line.participantId), `${line.participantId} has two managers on ${date}`).toBe(false);
    managers.set(line.participantId, line.managerId);
  }
  return managers;
}

test.each(tenants)('on every day everybody of $name reports, in the end, to the one head', (tenant) => {
  const byId = new Map(tenant.participants.map((participant) => [participant.id, participant]));
  for (const date of DAYS) {
    const managers = managersOn(tenant, date);
    const employed = tenant.participants.filter((participant) => isEmployed(participant, date));
    const heads = new Set(employed.map(({ id }) => headOf(id, managers)));
    expect([...heads], date).toEqual([tenant.participants[0]!.id]);
    for (const [id, managerId] of managers) {
      expect(isEmployed(byId.get(id)!, date) && isEmployed(byId.get(managerId)!, date), `${id} ${date}`).toBe(
        true,
      );
    }
  }
});

/** Climbs to the top; a circle would never end, so it fails after six steps. */
function headOf(id: string, managers: ReadonlyMap<string, string>): string {
  let at = id;
  for (let step = 0; step < 6; step++) {
    const above = managers.get(at);
    if (above === undefined) return at;
    at = above;
  }
  throw new Error(`${id} is under more than five managers or in a circle`);
}

test('reps stand five levels deep under chief, vice presidents, directors and managers', () => {
  const managers = managersOn(software!, '2025-06-02');
  let [depth, at] = [0, software!.accounts.find(({ role }) => role === 'sales-rep')!.participantId!];
  for (let above = managers.get(at); above !== undefined; above = managers.get(at))
    [depth, at] = [depth + 1, above];
  expect(depth).toBe(4);
  expect(software!.participants[0]!.title).toBe('Chief Revenue Officer');
});

test('the year sees hires, leavers, a new manager, moved teams, promotions and changed territories', () => {
  const { participants, reportingLines, territoryAssignments, assignments } = software!;
  const inYear = (date: string | null) => date !== null && date >= FISCAL_YEAR.from && date <= FISCAL_YEAR.to;
  expect(participants.filter(({ hiredOn }) => inYear(hiredOn))).toHaveLength(19);
  expect(participants.filter(({ leftOn }) => inYear(leftOn))).toHaveLength(15);
  expect(repeated(reportingLines)).toBeGreaterThanOrEqual(12);
  expect(repeated(territoryAssignments)).toBeGreaterThanOrEqual(12);
  expect(repeated(assignments)).toBe(2);
});

function repeated(rows: readonly { readonly participantId: string }[]): number {
  return rows.length - new Set(rows.map(({ participantId }) => participantId)).size;
}

test('dated rows of one person never overlap and never reach beyond the employment', () => {
  for (const tenant of tenants) {
    const byId = new Map(tenant.participants.map((participant) => [participant.id, participant]));
    for (const rows of [tenant.reportingLines, tenant.territoryAssignments, tenant.assignments]) {
      for (const row of rows) {
        const { hiredOn, leftOn } = byId.get(row.participantId)!;
        expect(row.from >= hiredOn! && (leftOn === null || (row.to !== null && row.to <= leftOn))).toBe(true);
        const others = rows.filter((other) => other !== row && other.participantId === row.participantId);
        expect(others.some((other) => covers(other, row.from))).toBe(false);
      }
    }
  }
});

test('names and addresses are unique, addresses are ASCII at example domains, both currencies are paid', () => {
  for (const { participants } of tenants) {
    expect(new Set(participants.map(({ name }) => name)).size).toBe(participants.length);
    expect(new Set(participants.map(({ email }) => email)).size).toBe(participants.length);
    for (const { email } of participants) expect(email).toMatch(/^[a-z-]+\.[a-z]+@[a-z]+\.example$/);
  }
  expect(new Set(software!.participants.map(({ currency }) => currency))).toEqual(new Set(['USD', 'EUR']));
});
