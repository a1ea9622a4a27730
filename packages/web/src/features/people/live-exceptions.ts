import type { Person } from '../../api/shapes.ts';

/** Exceptions to the separation of duties that hold today or later, one for each two roles. Roles end with the days of UTC. */
export function liveExceptions({ exceptions }: Pick<Person, 'exceptions'>) {
  const today = new Date().toISOString().slice(0, 10);
  return exceptions.filter(
    ({ until, names }, at) =>
      until >= today &&
      exceptions.findIndex((one) => one.names.join() === names.join() && one.until === until) === at,
  );
}
