import type { TenantTx } from '../../db/database.ts';
import type { SealedSecret, SecretPlace } from './vault.ts';

/** A secret with everything it was sealed for. */
export type CredentialRow = SealedSecret & SecretPlace;

/** The sealed secret, or null when it is not there, not in use or past its day; `next` finds one that waits. */
export async function selectCredential(
  tx: TenantTx,
  id: string,
  which: 'in-use' | 'next' = 'in-use',
): Promise<CredentialRow | null> {
  const result = await tx.client.query<CredentialRow>(
    `SELECT credential_id AS "credentialId", environment, purpose, key_version AS "keyVersion", secret_id AS "secretId", iv,
            auth_tag AS "authTag", cipher_text AS "cipherText", wrapped_key AS "wrappedKey"
       FROM credentials_vault WHERE credential_id = $1 AND is_active = $2 AND (expires_at IS NULL OR expires_at > now())`,
    [id, which === 'in-use'],
  );
  return result.rows[0] ?? null;
}

/** The moment after a day in UTC. */
const endOf = (day: string) => `(${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/** Changes the last day of a secret that stays. */
export async function updateExpiry(tx: TenantTx, id: string, expiresOn: string | null): Promise<void> {
  await tx.client.query(
    `UPDATE credentials_vault SET expires_at = ${endOf('$2')}, updated_at = now() WHERE credential_id = $1`,
    [id, expiresOn],
  );
}

/** Stores a sealed secret, in place of the one that was there: the old one is gone with this. */
export async function upsertCredential(
  tx: TenantTx,
  row: CredentialRow & {
    readonly name: string;
    readonly provider: string;
    readonly type: string;
    readonly userId: string;
    /** Its last day; omitted or null: no end. */
    readonly expiresOn?: string | null;
  },
): Promise<void> {
  await tx.client.query(
    `INSERT INTO credentials_vault (tenant_id, credential_id, name, provider, type, environment, purpose, key_version, secret_id,
       iv, auth_tag, cipher_text, wrapped_key, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, ${endOf('$15')})
     ON CONFLICT (tenant_id, credential_id) DO UPDATE SET name = excluded.name, provider = excluded.provider, type = excluded.type,
       environment = excluded.environment, purpose = excluded.purpose, key_version = excluded.key_version,
       secret_id = excluded.secret_id, iv = excluded.iv, auth_tag = excluded.auth_tag, cipher_text = excluded.cipher_text,
       wrapped_key = excluded.wrapped_key, expires_at = excluded.expires_at,
       last_rotated_at = now(), last_used_at = NULL, updated_at = now()`,
    [
      tx.tenantId,
      row.credentialId,
      row.name,
      row.provider,
      row.type,
      row.environment,
      row.purpose,
      row.keyVersion,
      row.secretId,
      row.iv,
      row.authTag,
      row.cipherText,
      row.wrappedKey,
      row.userId,
      row.expiresOn ?? null,
    ],
  );
}

/** Status of a secret: in use, in use while another one is staged, or staged itself. */
export async function updateInUse(
  tx: TenantTx,
  id: string,
  state: 'active' | 'rotating' | 'next',
): Promise<void> {
  await tx.client.query(
    `UPDATE credentials_vault SET is_active = $2, rotation_status = $3, updated_at = now(),
       last_rotated_at = CASE WHEN is_active THEN last_rotated_at ELSE now() END WHERE credential_id = $1`,
    [id, state !== 'next', state === 'active' ? 'active' : 'rotating'],
  );
}

/** Destroys a secret. */
export async function deleteCredential(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('DELETE FROM credentials_vault WHERE credential_id = $1', [id]);
}

/** Notes that a secret was used, to the minute: a busy one is not written at every call. */
export async function touchCredential(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query(
    `UPDATE credentials_vault SET last_used_at = now()
      WHERE credential_id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [id],
  );
}
