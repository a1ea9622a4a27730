import type { Permission } from '@attain/domain/access/permissions';
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

/** One entry of the left navigation. Without `needs` everybody who is signed in sees it. */
export type NavEntry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  needs?: Permission;
};
/** A sub-page of Incentive Compensation; drawn only for holders of the permission. */
export type NavSubPage = Omit<NavEntry, 'icon'>;

/** Entries above the compensation group. */
export const navBefore: readonly NavEntry[] = [
  { to: '/agent-builder', label: 'Agent Builder', icon: Bot },
  { to: '/dashboard', label: 'Revenue Dashboard', icon: ChartNoAxesCombined },
  { to: '/action-center', label: 'Action Center', icon: Zap },
  { to: '/planning', label: 'Planning', icon: Target },
  { to: '/forecast', label: 'Forecasting', icon: Gauge },
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
    { to: '/compensation/rates', label: 'Rates Tiers & Curves' },
    { to: '/compensation/crediting', label: 'Crediting & Territories', needs: 'read:deals' },
    { to: '/compensation/tracking', label: 'Attainment Tracking' },
    { to: '/compensation/payout', label: 'Payout Calculation', needs: 'read:calculations' },
    { to: '/compensation/adjustments', label: 'Adjustments & Overrides', needs: 'read:payments' },
    { to: '/compensation/disputes', label: 'Disputes & Reviews' },
    { to: '/compensation/statements', label: 'Statements', needs: 'read:statements' },
    { to: '/compensation/approvals', label: 'Approvals & Workflows', needs: 'read:payments' },
    { to: '/compensation/audit', label: 'Audit & Compliance', needs: 'read:audit' },
    { to: '/compensation/reports', label: 'Reports & Analytics' },
  ] satisfies readonly NavSubPage[] as readonly NavSubPage[],
} as const;

/** Entries below the compensation group. */
export const navAfter: readonly NavEntry[] = [
  { to: '/compensation/imports', label: 'Imports', icon: FileUp, needs: 'read:imports' },
  { to: '/deal-desk', label: 'Deal Desk', icon: BriefcaseBusiness },
  { to: '/calendar', label: 'Calendar', icon: CalendarDays },
  { to: '/rhythm', label: 'Rhythm of Business', icon: Repeat },
  { to: '/customers', label: 'My Customers', icon: Users },
  { to: '/tell-me', label: 'Tell Me', icon: Sparkles },
  { to: '/proof', label: 'Proof', icon: ShieldCheck },
];

/** Screens that stand in no navigation, but can be reached by name. */
export const navHidden: readonly NavSubPage[] = [
  { to: '/pipeline', label: 'Pipeline' },
  { to: '/meetings', label: 'Meetings' },
];

/** Whether somebody with these permissions is shown the way to a screen. */
export function maySee(
  { needs }: { needs?: Permission },
  held: readonly { permission: string }[] | undefined,
): boolean {
  return needs === undefined || (held?.some((grant) => grant.permission === needs) ?? false);
}
