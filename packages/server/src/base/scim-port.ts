import type { Actor } from './actor.ts';

/** A request of the company's directory. */
export interface ScimRequest {
  readonly actor: Actor;
  readonly method: string;
  /** The steps of the address after `/scim/v2`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly origin: string;
}

export interface ScimAnswer {
  readonly status: number;
  readonly body: Record<string, unknown> | null;
  /** The address of what was created. */
  readonly location?: string;
}

/** Handler of the directory's requests. */
export interface ScimPort {
  answer(request: ScimRequest): Promise<ScimAnswer>;
  /** The answer to an error before `answer`; rethrows a defect. */
  failure(error: unknown): ScimAnswer;
}
