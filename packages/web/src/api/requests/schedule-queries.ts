import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';

/** Keys that an act on a schedule changes. Its executions take restore points and run suites. */
export const changedBySchedules = [keys.connections, keys.audit] as const;

const listKey = [...keys.connections, 'list', 'schedules'] as const;

/** All schedules by name. */
export const schedulesQuery = paged(listKey, (page, options) => client.schedules.list(page, options));

/** The executions of a schedule, newest first. */
export const executionsQuery = (id: string) =>
  paged([...listKey, id], (page, options) =>
    client.schedules.executions({ id, ...page, limit: 20 }, options),
  );
