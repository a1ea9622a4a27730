import type { Permission, Scope } from '@attain/domain/access/permissions';
import type { LinkProps } from '@tanstack/react-router';
import {
  Bot,
  BriefcaseBusiness,
  CalendarDays,
  ChartNoAxesCombined,
  CircleDollarSign,
  FileUp,
  Gauge,
  type LucideIcon,
  Repeat,
  ShieldCheck,
  Sparkles,
  Target,
  Users,
  Zap,
} from 'lucide-react';

/** One entry of the left navigation. Without `needs` everyone who is signed in sees it. */
export type NavEntry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  needs?: Permission;
  /** Not for people whose permission reaches only their own rows: it would show them less than their statements do. */
  beyondOwn?: true;
  /** The screen is not built yet. */
  soon?: true;
};
/** A sub-page of Incentive Compensation; drawn only for holders of the permission. */
export type NavSubPage = Omit<NavEntry, 'icon'>;

/** Entries above the compensation group. */
export const navBefore: readonly NavEntry[] = [
  { to: '/agent-builder', label: 'Agent Builder', icon: Bot, needs: 'read:agents' },
  { to: '/action-center', label: 'Action Center', icon: Zap },
];

/** The group and its sub-pages, in the order in which a period is worked through. */
export const navCompensation = {
  label: 'Incentive Compensation',
  icon: CircleDollarSign,
  to: '/compensation',
  pages: [
    { to: '/compensation/plan-design', label: 'Plan Design', needs: 'read:plans' },
    { to: '/compensation/eligibility', label: 'Eligibility & Enrollment', needs: 'read:participants' },
    { to: '/compensation/quotas', label: 'Quotas & Targets', needs: 'read:quotas' },
    { to: '/compensation/rates', label: 'Rates Tiers & Curves', needs: 'read:plans' },
    { to: '/compensation/crediting', label: 'Crediting & Territories', needs: 'read:deals' },
    { to: '/compensation/tracking', label: 'Attainment Tracking', needs: 'read:statements', soon: true },
    { to: '/compensation/payout', label: 'Payout Calculation', needs: 'read:calculations' },
    {
      to: '/compensation/adjustments',
      label: 'Adjustments & Overrides',
      needs: 'read:payments',
      beyondOwn: true,
    },
    { to: '/compensation/disputes', label: 'Disputes & Reviews', needs: 'read:disputes', soon: true },
    { to: '/compensation/statements', label: 'Statements', needs: 'read:statements' },
    {
      to: '/compensation/approvals',
      label: 'Approvals & Workflows',
      needs: 'read:payments',
      beyondOwn: true,
    },
    { to: '/compensation/audit', label: 'Audit & Compliance', needs: 'read:audit' },
    { to: '/compensation/reports', label: 'Reports & Analytics', needs: 'read:simulations' },
  ] satisfies readonly NavSubPage[] as readonly NavSubPage[],
} as const;

/** Entries below the compensation group. */
export const navAfter: readonly NavEntry[] = [
  { to: '/compensation/imports', label: 'Imports', icon: FileUp, needs: 'read:imports' },
  { to: '/tell-me', label: 'Tell Me', icon: Sparkles },
];

/** Areas that are not built yet, under one heading; each for those who will work there. */
export const navSoon = {
  label: 'Coming soon',
  entries: [
    { to: '/dashboard', label: 'Revenue Dashboard', icon: ChartNoAxesCombined, needs: 'read:calculations' },
    { to: '/planning', label: 'Planning', icon: Target, needs: 'edit:plans' },
    { to: '/forecast', label: 'Forecasting', icon: Gauge, needs: 'read:deals' },
    { to: '/deal-desk', label: 'Deal Desk', icon: BriefcaseBusiness, needs: 'read:deals' },
    { to: '/calendar', label: 'Calendar', icon: CalendarDays, needs: 'read:statements' },
    { to: '/rhythm', label: 'Rhythm of Business', icon: Repeat, needs: 'read:calculations' },
    { to: '/customers', label: 'My Customers', icon: Users, needs: 'read:deals' },
    { to: '/proof', label: 'Proof', icon: ShieldCheck, needs: 'read:statements' },
  ] satisfies readonly NavEntry[] as readonly NavEntry[],
} as const;

/** Screens that stand in no navigation, but can be reached by name. */
export const navHidden: readonly NavSubPage[] = [
  { to: '/pipeline', label: 'Pipeline' },
  { to: '/meetings', label: 'Meetings' },
  { to: '/people', label: 'People & access', needs: 'read:people' },
];

/** Whether somebody with these permissions is shown the way to a screen. */
export function maySee(
  { needs, beyondOwn }: Pick<NavEntry, 'needs' | 'beyondOwn'>,
  held: readonly { permission: string; scope: Scope }[] | undefined,
): boolean {
  if (needs === undefined) return true;
  const grant = held?.find(({ permission }) => permission === needs);
  return grant !== undefined && !(beyondOwn && grant.scope === 'own');
}
