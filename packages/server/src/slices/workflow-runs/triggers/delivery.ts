import type { JsonObject } from '@attain/domain/workflows/json-value';

/** A delivery to a webhook's address. */
export interface Delivery {
  readonly address: string;
  readonly method: string;
  /** The part of the address behind the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The fields and files of a form in several parts, read before; null for other bodies. */
  readonly form: { readonly fields: JsonObject; readonly files: readonly JsonObject[] } | null;
}
