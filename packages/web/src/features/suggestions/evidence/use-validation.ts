import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { isLostConnection } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import type { ValidationState } from './status-badge.ts';
import { EvidenceFailed, type Validated, validateEvidence } from './validate-evidence.ts';

export type Validation = {
  readonly state: ValidationState;
  readonly evidence: Awaited<ReturnType<typeof client.evidence.get>> | null;
  readonly validated: Validated | null;
  /** Every step that was checked, also of evidence that does not verify. */
  readonly steps: NonNullable<Validation['evidence']>['steps'];
};

/**
 * Validates the evidence of a suggestion when a drawer opens; `onOutcome` is told once. With `recorded`, the view is then
 * written to the audit trail.
 */
export function useValidation(
  id: string,
  {
    recorded,
    onOutcome,
  }: { recorded: boolean; onOutcome?: (state: Exclude<ValidationState, 'validating'>) => void },
): Validation {
  const [validation, setValidation] = useState<Validation>({
    state: 'validating',
    evidence: null,
    validated: null,
    steps: [],
  });
  const evidence = useQuery({
    queryKey: [...keys.suggestions, id, 'evidence'],
    queryFn: ({ signal }) => client.evidence.get({ id }, { signal }),
    // Each opening asks again.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const view = useAct({
    act: (input: { id: string }, options) => client.evidence.view(input, options),
    changes: [],
    failure: null,
  });
  const done = useRef(false);
  const { data, isError, error } = evidence;
  useEffect(() => {
    if (done.current || (data === undefined && !isError)) return;
    done.current = true;
    const end = (next: Validation & { state: Exclude<ValidationState, 'validating'> }) => {
      setValidation(next);
      onOutcome?.(next.state);
      if (recorded && data) view.mutate({ id });
    };
    const state = isLostConnection(error) ? 'unreached' : 'error';
    if (data === undefined) return end({ state, evidence: null, validated: null, steps: [] });
    validateEvidence(data).then(
      (validated) => end({ state: 'verified', evidence: data, validated, steps: validated.steps }),
      (problem) => {
        const steps = problem instanceof EvidenceFailed ? problem.steps : [];
        end({ state: 'error', evidence: data, validated: null, steps });
      },
    );
  }, [data, isError, error, id, recorded, onOutcome, view.mutate]);
  return validation;
}
