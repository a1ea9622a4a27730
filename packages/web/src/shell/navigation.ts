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
import { messages } from './frame-messages.ts';

/** One entry of the navigation. Without `needs`, every signed-in user sees it. */
export type NavEntry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  needs?: Permission;
  /** Hidden from users whose permission covers only their own rows: statements show them more. */
  beyondOwn?: true;
  /** The screen is not built yet. */
  soon?: true;
};
/** A page below Incentive Compensation, shown with its permission. */
export type NavSubPage = Omit<NavEntry, 'icon'>;

/** Entries above the compensation group. */
export const navBefore: readonly NavEntry[] = [
  { to: '/agent-builder', label: messages.nav.agentBuilder, icon: Bot, needs: 'read:agents' },
  { to: '/action-center', label: messages.nav.actionCenter, icon: Zap },
];

/** The compensation group with its pages, in the order of working through a period. */
export const navCompensation = {
  label: messages.nav.compensation,
  icon: CircleDollarSign,
  to: '/compensation',
  pages: [
    { to: '/compensation/plan-design', label: messages.nav.planDesign, needs: 'read:plans' },
    { to: '/compensation/eligibility', label: messages.nav.eligibility, needs: 'read:participants' },
    { to: '/compensation/quotas', label: messages.nav.quotas, needs: 'read:quotas' },
    { to: '/compensation/rates', label: messages.nav.rates, needs: 'read:plans' },
    { to: '/compensation/crediting', label: messages.nav.crediting, needs: 'read:deals' },
    { to: '/compensation/tracking', label: messages.nav.tracking, needs: 'read:attainment' },
    { to: '/compensation/payout', label: messages.nav.payout, needs: 'read:calculations' },
    {
      to: '/compensation/adjustments',
      label: messages.nav.adjustments,
      needs: 'read:payments',
      beyondOwn: true,
    },
    { to: '/compensation/disputes', label: messages.nav.disputes, needs: 'read:disputes' },
    { to: '/compensation/statements', label: messages.nav.statements, needs: 'read:statements' },
    {
      to: '/compensation/approvals',
      label: messages.nav.approvals,
      needs: 'read:tasks',
    },
    { to: '/compensation/audit', label: messages.nav.audit, needs: 'read:audit' },
    { to: '/compensation/reports', label: messages.nav.reports, needs: 'read:simulations' },
  ] satisfies readonly NavSubPage[] as readonly NavSubPage[],
} as const;

/** Entries below the compensation group. */
export const navAfter: readonly NavEntry[] = [
  { to: '/compensation/imports', label: messages.nav.imports, icon: FileUp, needs: 'read:imports' },
  { to: '/tell-me', label: messages.nav.tellMe, icon: Sparkles },
  { to: '/proof', label: messages.nav.proof, icon: ShieldCheck },
];

/** Areas that are not built yet, each shown to its future users. */
export const navSoon = {
  label: messages.nav.comingSoon,
  entries: [
    {
      to: '/dashboard',
      label: messages.nav.dashboard,
      icon: ChartNoAxesCombined,
      needs: 'read:calculations',
    },
    { to: '/planning', label: messages.nav.planning, icon: Target, needs: 'edit:plans' },
    { to: '/forecast', label: messages.nav.forecasting, icon: Gauge, needs: 'read:deals' },
    { to: '/deal-desk', label: messages.nav.dealDesk, icon: BriefcaseBusiness, needs: 'read:deals' },
    { to: '/calendar', label: messages.nav.calendar, icon: CalendarDays, needs: 'read:statements' },
    { to: '/rhythm', label: messages.nav.rhythm, icon: Repeat, needs: 'read:calculations' },
    { to: '/customers', label: messages.nav.customers, icon: Users, needs: 'read:deals' },
  ] satisfies readonly NavEntry[] as readonly NavEntry[],
} as const;

/** Screens outside of the navigation that the palette finds by name. */
export const navHidden: readonly NavSubPage[] = [
  { to: '/pipeline', label: messages.nav.pipeline },
  { to: '/meetings', label: messages.nav.meetings },
  { to: '/people', label: messages.nav.people, needs: 'read:people' },
  { to: '/webhooks', label: messages.nav.webhooks, needs: 'read:connections' },
  { to: '/assistant-settings', label: messages.nav.assistantSettings, needs: 'use:assistant' },
];

/** Whether these permissions show an entry. */
export function maySee(
  { needs, beyondOwn }: Pick<NavEntry, 'needs' | 'beyondOwn'>,
  held: readonly { permission: string; scope: Scope }[] | undefined,
): boolean {
  if (needs === undefined) return true;
  const grant = held?.find(({ permission }) => permission === needs);
  return grant !== undefined && !(beyondOwn && grant.scope === 'own');
}
