import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sha256Hex } from '../audit/canonical.ts';
import { serverFolder } from '../base/places.ts';
import { creditedSql, quarterOfDeal } from './credited-deals.ts';

/** This file, and what it takes SQL from. */
const sources = ['secure-tables.ts', 'credited-deals.ts'].map((file) =>
  readFileSync(join(serverFolder, 'src/db', file), 'utf8'),
);

/** Limited grants of the `app` login: insert-only data can't be rewritten. */
const narrowGrants: Record<string, string> = {
  tenants:
    'SELECT, UPDATE (reporting_currency, runs_kept_days, runs_kept_set_by, second_factor_roles, time_zone, fixed_day, mail_server, import_row_limit, import_amount_limit, benefit_months, updated_at)',
  // joining is sign-in, so only the owner login adds members
  memberships: 'SELECT, UPDATE (roles, participant_id, state, sessions_from)',
  // only the sequencer, as the owner, gives entries their places
  audit_staged: 'SELECT, INSERT',
  audit_entries: 'SELECT',
  audit_nodes: 'SELECT',
  audit_checkpoints: 'SELECT, INSERT',
  audit_heads: 'SELECT',
  payout_lines: 'SELECT, INSERT',
  payout_deal_places: 'SELECT, INSERT',
  payout_inputs: 'SELECT, INSERT',
  // a segment is replaced, never edited
  ledger_segments: 'SELECT, INSERT, DELETE',
  replaced_segments: 'SELECT, INSERT, UPDATE (replaced_at, deals, content)',
  recalculations: 'SELECT, INSERT',
  deal_history: 'SELECT, INSERT',
  exceptions_cleared: 'SELECT, INSERT',
  parallel_sign_offs: 'SELECT, INSERT',
  statement_acknowledgements: 'SELECT, INSERT',
  statement_sign_offs: 'SELECT, INSERT',
  import_images: 'SELECT, INSERT',
  // a stored version never changes
  import_profiles: 'SELECT, INSERT, DELETE',
  record_changes: 'SELECT, INSERT',
  simulation_payees: 'SELECT, INSERT',
  workflow_versions: 'SELECT, INSERT',
  // what a version is never changes; whether it is in use does
  agent_versions: 'SELECT, INSERT, UPDATE (status, tag)',
  file_contents: 'SELECT, INSERT',
  stored_files: 'SELECT, INSERT',
  run_journal: 'SELECT, INSERT',
  // Identity, input and start of a run never change; its status does.
  agent_executions: `SELECT, INSERT, UPDATE (updated_at, status, entry_count, waiting_for, progress, start_time, end_time, duration,
    result, confidence, error_details, outcome, journal_head, journal_size, tried_again_as)`,
  run_values: 'SELECT, INSERT',
  approval_votes: 'SELECT, INSERT',
  approval_messages: 'SELECT, INSERT',
  dispute_messages: 'SELECT, INSERT',
  dispute_files: 'SELECT, INSERT',
  // what was asked stays; the votes move it
  attestation_records: `SELECT, INSERT, UPDATE (status, current_approvals, approvers, decided_at, updated_at,
    approver_roles, escalated_at, question_by, due_at)`,
  duty_exceptions: 'SELECT, INSERT, UPDATE (ended_at)',
  access_grants: 'SELECT, INSERT, UPDATE (closed_at, starts_at, ends_at, revoked_by)',
  approval_delegations: 'SELECT, INSERT, UPDATE (ended_at)',
  // what was reviewed stays; the decision is added
  access_reviews: 'SELECT, INSERT, UPDATE (status, overdue_notified_at, completed_at, evidence_hash)',
  access_review_items: 'SELECT, INSERT, UPDATE (decision, reason, decided_by, decided_at)',
  vault_keys: 'SELECT, INSERT',
  policy_versions: 'SELECT, INSERT',
  rollback_checkpoints: 'SELECT, INSERT',
  rollback_operations: 'SELECT, INSERT',
  usage_records: 'SELECT, INSERT',
  // old results are removed with their run
  test_results: 'SELECT, INSERT, DELETE',
  // a price that was charged never changes
  prices: 'SELECT, INSERT, UPDATE (valid_to)',
  // what is indexed only goes with its runs
  log_texts: 'SELECT, INSERT',
  log_shape_texts: 'SELECT, INSERT',
  log_postings: 'SELECT, INSERT',
  payments: 'SELECT, INSERT',
  payment_lines: 'SELECT, INSERT',
  payment_sources: 'SELECT, INSERT',
};

/** Views run with the rights of the querying login (`security_invoker`), so that the policies of their tables apply. */
const views = ['payout_credits', 'payout_credits_by_deal', 'run_lines', 'active_members', 'workspace_people'];

/** Tables the `app` login never touches: credentials and sessions belong to sign-in, which runs as the owner. */
const ownerOnly = [
  'installation_settings',
  'sessions',
  'sign_in_failures',
  'second_factors',
  'recovery_codes',
  'worker_beats',
  'passkeys',
  'passkey_challenges',
  'passkey_proofs',
];

const DEADLOCK = '40P01';
const MAX_TRIES = 10;

/**
 * Puts the second lock on: row-level security, forced, on every table that has a tenant, found in the catalogue so that
 * no table can be forgotten; and grants that leave the `app` login nothing else.
 */
export async function secureTables(client: pg.Client, appRole: string): Promise<void> {
  const found = await lockState(client, appRole);
  const marked = await client.query<{ mark: string | null }>(markSql);
  if (marked.rows[0]?.mark === markOf(found)) return;
  for (let tries = 1; ; tries += 1) {
    try {
      await lockTables(client, appRole);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      // Concurrent work takes tables in another order, and PostgreSQL aborts one side of a deadlock.
      if ((error as { code?: string }).code !== DEADLOCK || tries === MAX_TRIES) throw error;
    }
  }
}

/** One transaction: all of it, or nothing. */
async function lockTables(client: pg.Client, appRole: string): Promise<void> {
  const role = pg.escapeIdentifier(appRole);
  const owner =
    (await client.query<{ current_user: string }>('SELECT current_user')).rows[0]?.current_user ?? '';
  const tables = await client.query<{ name: string; tenant: boolean }>(
    `SELECT c.relname AS name, bool_or(a.attname = 'tenant_id') AS tenant
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') GROUP BY c.relname ORDER BY c.relname`,
  );
  await client.query('BEGIN');
  // All at once: between two statements below, another transaction could take a lock we need while waiting for ours.
  const all = tables.rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  await client.query(`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`);
  await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
  await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  for (const table of tables.rows) {
    const name = pg.escapeIdentifier(table.name);
    const tenantTable = (table.tenant && !ownerOnly.includes(table.name)) || table.name === 'tenants';
    if (!tenantTable) continue;
    const column = table.name === 'tenants' ? 'id' : 'tenant_id';
    const mine = `${column} = nullif(current_setting('app.tenant_id', true), '')::uuid`;
    await policy(client, { table: name, policy: 'tenant_isolation', to: role, using: mine });
    // FORCE binds the owner too; sign-in, migrations and the queue must still read across workspaces
    await policy(client, {
      table: name,
      policy: 'owner_access',
      to: pg.escapeIdentifier(owner),
      using: 'true',
    });
    await client.query(`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`);
    await client.query(
      `GRANT ${narrowGrants[table.name] ?? 'SELECT, INSERT, UPDATE, DELETE'} ON ${name} TO ${role}`,
    );
  }
  for (const view of views) await client.query(`GRANT SELECT ON ${pg.escapeIdentifier(view)} TO ${role}`);
  await secureUsers(client, { role, owner: pg.escapeIdentifier(owner) });
  await letAddServiceAccounts(client, role);
  await freezeActivePlans(client);
  await markChangedDeals(client);
  await client.query(
    `COMMENT ON FUNCTION refuse_change_of_active_plan() IS ${pg.escapeLiteral(markOf(await lockState(client, appRole)))}`,
  );
  await client.query('COMMIT');
}

/**
 * The catalog's state of the second lock: tables, policies, grants and triggers. Locking tables again would wait for
 * running work and block everyone behind it, so it is done only if the catalog or this file changed.
 */
async function lockState(client: pg.Client, appRole: string): Promise<string> {
  const state = await client.query<{ state: string }>(
    `SELECT jsonb_build_array(
       (SELECT jsonb_agg(jsonb_build_array(c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
                 (SELECT jsonb_agg(jsonb_build_array(a.attname, a.attacl::text) ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
                 (SELECT jsonb_agg(pg_get_triggerdef(t.oid) || t.tgenabled::text ORDER BY t.tgname) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)) ORDER BY c.relname)
          FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')),
       -- as stored: writing each condition as SQL again would open every table
       (SELECT jsonb_agg(jsonb_build_array(c.relname, p.polname, p.polcmd, p.polpermissive, p.polroles::text, p.polqual::text, p.polwithcheck::text) ORDER BY c.relname, p.polname)
          FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE c.relnamespace = 'public'::regnamespace),
       (SELECT jsonb_agg(pg_get_functiondef(f.oid) ORDER BY f.proname) FROM pg_proc f WHERE f.pronamespace = 'public'::regnamespace
          AND f.proname IN ('refuse_change_of_active_plan', 'mark_changed_deals', 'mark_removed_segments', 'mark_all_segments', 'keep_all_segments')),
       (SELECT nspacl::text FROM pg_namespace WHERE nspname = 'public'), current_user, $1::text)::text AS state`,
    [appRole],
  );
  return state.rows[0]?.state ?? '';
}

const markSql = `SELECT obj_description(to_regprocedure('public.refuse_change_of_active_plan()'), 'pg_proc') AS mark`;

/** Changes when the catalogue does, and when what this file would do about it does. */
function markOf(state: string): string {
  return sha256Hex(JSON.stringify([...sources, state]));
}

async function policy(
  client: pg.Client,
  rule: { table: string; policy: string; to: string; using: string },
): Promise<void> {
  await client.query(`DROP POLICY IF EXISTS ${rule.policy} ON ${rule.table}`);
  await client.query(
    `CREATE POLICY ${rule.policy} ON ${rule.table} TO ${rule.to} USING (${rule.using}) WITH CHECK (${rule.using})`,
  );
}

/** A workspace sees the names of its own members, never a password hash, never other users. */
async function secureUsers(client: pg.Client, names: { role: string; owner: string }): Promise<void> {
  const member = 'EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id)';
  await policy(client, { table: 'users', policy: 'members_only', to: names.role, using: member });
  await policy(client, { table: 'users', policy: 'owner_access', to: names.owner, using: 'true' });
  await client.query('ALTER TABLE users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY');
  await client.query(
    `GRANT SELECT (id, username, display_name, disabled, kind, second_factor_since, second_factor_reset_by, second_factor_reset_at),
       UPDATE (display_name, second_factor_since, second_factor_reset_by, second_factor_reset_at) ON users TO ${names.role}`,
  );
}

/**
 * Adding members is sign-in and the owner's, but for accounts that can't sign in: this adds one to the workspace of the
 * transaction, without a role.
 */
async function letAddServiceAccounts(client: pg.Client, role: string): Promise<void> {
  await client.query(`
    CREATE OR REPLACE FUNCTION add_service_account(id uuid, username text, display_name text, password_hash text) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      INSERT INTO users (id, username, display_name, password, kind) VALUES (id, username, display_name, password_hash, 'service');
      INSERT INTO memberships (tenant_id, user_id, roles) VALUES (current_setting('app.tenant_id')::uuid, id, '{}');
    $$`);
  const signature = 'add_service_account(uuid, text, text, text)';
  await client.query(`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`);
  await client.query(`GRANT EXECUTE ON FUNCTION ${signature} TO ${role}`);
}

/** Once active, a plan version never changes, for any login. */
async function freezeActivePlans(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE OR REPLACE FUNCTION refuse_change_of_active_plan() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.activated_at IS NOT NULL AND (NEW.document IS DISTINCT FROM OLD.document OR NEW.document_hash <> OLD.document_hash OR NEW.activated_at IS NULL) THEN
        RAISE EXCEPTION 'A plan version that has been active cannot be changed; save a new version instead.';
      END IF;
      RETURN NEW;
    END $$`);
  await client.query('DROP TRIGGER IF EXISTS plan_versions_frozen ON plan_versions');
  await client.query(
    'CREATE TRIGGER plan_versions_frozen BEFORE UPDATE ON plan_versions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_active_plan()',
  );
}

/**
 * A change of deals, by any statement, marks the segments of the ledger that hold them in the same transaction; so does removing
 * segments, which also keeps them in `replaced_segments`. Marks carry the number of their transaction, so that no transaction waits for
 * the mark of another. Days beyond the years 1 to 9999 have no segment: no calculation reads them.
 */
async function markChangedDeals(client: pg.Client): Promise<void> {
  const credited = creditedSql({ read: `d.tenant_id, ${quarterOfDeal} AS quarter`, from: 'changed' });
  const mark = (keys: string) => `
      INSERT INTO ledger_changes (tenant_id, participant_id, quarter)
      SELECT c.tenant_id, c.participant_id, c.quarter FROM (${keys}) c
       WHERE c.participant_id IS NOT NULL AND c.quarter BETWEEN '0001-01-01' AND '9999-12-31'
         AND EXISTS (SELECT 1 FROM tenants t WHERE t.id = c.tenant_id)
      ON CONFLICT DO NOTHING;`;
  const segments = 'SELECT tenant_id, participant_id, quarter FROM ledger_segments';
  // one that is damaged is of no use, and would take the place of the one with its hash
  const keep = (from: string) => `
      INSERT INTO replaced_segments (tenant_id, participant_id, quarter, hash, deals, content, created_at, replaced_at)
      SELECT s.tenant_id, s.participant_id, s.quarter, s.hash, s.deals, s.content, s.created_at, clock_timestamp() FROM ${from} s
       WHERE s.hash = sha256(convert_to(to_char(s.quarter, 'YYYY-MM-DD') || ' ' || s.participant_id || E'\\n', 'UTF8') || s.content)
         AND EXISTS (SELECT 1 FROM tenants t WHERE t.id = s.tenant_id)
      ON CONFLICT (tenant_id, participant_id, quarter, hash) DO UPDATE
         SET replaced_at = excluded.replaced_at, deals = excluded.deals, content = excluded.content;`;
  const functions = {
    mark_changed_deals: mark(
      `SELECT DISTINCT d.tenant_id, d.payee AS participant_id, d.quarter FROM (${credited}) d`,
    ),
    mark_removed_segments: mark('SELECT tenant_id, participant_id, quarter FROM changed') + keep('changed'),
    mark_all_segments: mark(segments),
    keep_all_segments: mark(segments) + keep('ledger_segments'),
  };
  for (const [name, body] of Object.entries(functions))
    await client.query(
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
    );
  const changed = (rows: string) => `REFERENCING ${rows} TABLE AS changed`;
  const triggers = [
    ['deals', 'inserted', 'AFTER INSERT', changed('NEW'), 'mark_changed_deals'],
    ['deals', 'replaced', 'AFTER UPDATE', changed('OLD'), 'mark_changed_deals'],
    ['deals', 'updated', 'AFTER UPDATE', changed('NEW'), 'mark_changed_deals'],
    ['deals', 'deleted', 'AFTER DELETE', changed('OLD'), 'mark_changed_deals'],
    ['deals', 'emptied', 'AFTER TRUNCATE', '', 'mark_all_segments'],
    ['ledger_segments', 'deleted', 'AFTER DELETE', changed('OLD'), 'mark_removed_segments'],
    ['ledger_segments', 'emptied', 'BEFORE TRUNCATE', '', 'keep_all_segments'],
  ];
  for (const [table, name, event, rows, does] of triggers) {
    await client.query(`DROP TRIGGER IF EXISTS ${table}_${name} ON ${table}`);
    await client.query(
      `CREATE TRIGGER ${table}_${name} ${event} ON ${table} ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${does}()`,
    );
  }
  // what is packed already is not compressed again
  for (const table of ['ledger_segments', 'replaced_segments'])
    await client.query(`ALTER TABLE ${table} ALTER COLUMN content SET STORAGE EXTERNAL`);
}
