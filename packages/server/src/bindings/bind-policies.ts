import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import {
  createPolicy,
  removePolicy,
  savePolicy,
  setPolicyStatus,
  setPolicySwitches,
} from '../slices/policies/change-policy.ts';
import { checkPolicy } from '../slices/policies/check-policy.ts';
import {
  activateRegion,
  readCompliance,
  removeRegion,
  requestRegion,
  setHomeRegion,
} from '../slices/policies/compliance.ts';
import { listPolicies, listViolations, readPolicy } from '../slices/policies/read-policies.ts';
import { testPolicy } from '../slices/policies/test-policy.ts';

/** Policies, bound to their use-cases; part of `bindContract`. */
export function bindPolicies(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { policies, compliance } = os;
  return {
    compliance: {
      get: compliance.get.handler(({ context }) => readCompliance(ctx, context.actor)),
      requestRegion: compliance.requestRegion.handler(({ context, input }) =>
        requestRegion(ctx, context.actor, input.region),
      ),
      activateRegion: compliance.activateRegion.handler(({ context, input }) =>
        activateRegion(ctx, context.actor, input.region),
      ),
      removeRegion: compliance.removeRegion.handler(({ context, input }) =>
        removeRegion(ctx, context.actor, input.region),
      ),
      setHome: compliance.setHome.handler(({ context, input }) =>
        setHomeRegion(ctx, context.actor, input.region),
      ),
    },
    policies: {
      list: policies.list.handler(({ context, input }) => listPolicies(ctx, context.actor, input)),
      get: policies.get.handler(({ context, input }) => readPolicy(ctx, context.actor, input.id)),
      create: policies.create.handler(({ context, input }) => createPolicy(ctx, context.actor, input)),
      save: policies.save.handler(({ context, input }) => savePolicy(ctx, context.actor, input)),
      setStatus: policies.setStatus.handler(({ context, input }) =>
        setPolicyStatus(ctx, context.actor, input),
      ),
      setSwitches: policies.setSwitches.handler(({ context, input }) =>
        setPolicySwitches(ctx, context.actor, input),
      ),
      remove: policies.remove.handler(({ context, input }) => removePolicy(ctx, context.actor, input.id)),
      check: policies.check.handler(({ context, input }) => checkPolicy(ctx, context.actor, input)),
      test: policies.test.handler(({ context, input }) => testPolicy(ctx, context.actor, input)),
      violations: policies.violations.handler(({ context, input }) =>
        listViolations(ctx, context.actor, input),
      ),
    },
  };
}
