import type { Split } from '@attain/domain/crediting/deal';
import type { Database } from '../db/database.ts';
import { writeSegments } from '../slices/records/ledger/write-segments.ts';

/** Rows a test needs before it begins, as an import would have left them; everything left out has a harmless value. */
export interface TestRecords {
  readonly participants?: readonly {
    id: string;
    name?: string;
    hiredOn?: string | null;
    leftOn?: string | null;
  }[];
  readonly reportingLines?: readonly {
    participantId: string;
    managerId: string;
    from: string;
    to?: string;
  }[];
  readonly territories?: readonly { participantId: string; territory: string; from: string; to?: string }[];
  readonly quotas?: readonly {
    participantId: string;
    componentId?: string;
    from: string;
    to: string;
    amount: string;
    currency?: string | null;
  }[];
  readonly deals?: readonly {
    id: string;
    date: string;
    amount: string;
    participantId: string;
    splits?: Split[];
    customer?: string;
    product?: string;
  }[];
  readonly exchangeRates?: readonly { from: string; to: string; date: string; rate: string }[];
}

/** Puts the rows into a tenant, people first. */
export async function insertRecords(db: Database, tenantId: string, records: TestRecords): Promise<void> {
  await db.within(tenantId, async (tx) => {
    const { client } = tx;
    const insert = async (table: string, row: Record<string, unknown>) => {
      const values = { tenant_id: tenantId, ...row };
      const places = Object.keys(values).map((_, at) => `$${at + 1}`);
      await client.query(
        `INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${places.join(', ')})`,
        Object.values(values),
      );
    };
    for (const { id, name = id, hiredOn = null, leftOn = null } of records.participants ?? []) {
      await insert('participants', { id, name, hired_on: hiredOn, left_on: leftOn });
    }
    for (const { participantId, managerId, from, to = null } of records.reportingLines ?? []) {
      await insert('reporting_lines', {
        participant_id: participantId,
        manager_id: managerId,
        from_date: from,
        to_date: to,
      });
    }
    for (const { participantId, territory, from, to = null } of records.territories ?? []) {
      await insert('territory_assignments', {
        participant_id: participantId,
        territory,
        from_date: from,
        to_date: to,
      });
    }
    for (const { participantId, componentId = '', from, to, amount, currency } of records.quotas ?? []) {
      await insert('quotas', {
        participant_id: participantId,
        component_id: componentId,
        unit: '$',
        from_date: from,
        to_date: to,
        amount,
        currency: currency ?? null,
      });
    }
    for (const { participantId, splits, ...deal } of records.deals ?? []) {
      await insert('deals', {
        currency: 'USD',
        ...deal,
        participant_id: participantId,
        splits: splits ? JSON.stringify(splits) : null,
      });
    }
    await writeSegments(tx);
    for (const { from, to, date, rate } of records.exchangeRates ?? []) {
      await insert('exchange_rates', { from_currency: from, to_currency: to, date, rate, source: 'test' });
    }
  });
}
