import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { type Validated, validateEvidence } from './validate-evidence.ts';

export type Validation = {
  readonly state: 'validating' | 'verified' | 'error';
  readonly evidence: Awaited<ReturnType<typeof client.evidence.get>> | null;
  readonly validated: Validated | null;
};

/**
 * Validates the evidence of a suggestion when a drawer opens; `onOutcome` is told once. With `recorded`, the view is then
 * written to the audit trail.
 */
export function useValidation(
  id: string,
  { recorded, onOutcome }: { recorded: boolean; onOutcome?: (state: 'verified' | 'error') => void },
): Validation {
  const [validation, setValidation] = useState<Validation>({
    state: 'validating',
    evidence: null,
    validated: null,
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
  const { data, isError } = evidence;
  useEffect(() => {
    if (done.current || (data === undefined && !isError)) return;
    done.current = true;
    const end = (next: Validation & { state: 'verified' | 'error' }) => {
      setValidation(next);
      onOutcome?.(next.state);
      if (recorded && data) view.mutate({ id });
    };
    if (data === undefined) return end({ state: 'error', evidence: null, validated: null });
    validateEvidence(data).then(
      (validated) => end({ state: 'verified', evidence: data, validated }),
      () => end({ state: 'error', evidence: data, validated: null }),
    );
  }, [data, isError, id, recorded, onOutcome, view.mutate]);
  return validation;
}
