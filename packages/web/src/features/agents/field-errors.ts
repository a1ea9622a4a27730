import type { Problem } from '../../ui/states/problem-list.tsx';

/** The problem of one field, if any. */
export function errorOf(problems: readonly Problem[], path: string): string | undefined {
  return problems.find((problem) => problem.path === path)?.message;
}
