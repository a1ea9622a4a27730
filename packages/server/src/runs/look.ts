import type { AppContext } from '../app-context.ts';

/** Work of all workspaces that processes do without being asked. */
export interface Look {
  /**
   * A condition in SQL over all workspaces that is true while there may be work; `clock.now` is the time. It is asked twice a
   * second, so an index answers it.
   */
  readonly isDue: string;
  /** Does what is due. Many processes may do so at once; this one begins again only after the end. */
  act(ctx: AppContext): Promise<void>;
}
