import { roleNames } from '@attain/domain/access/role-names';
import { Building2, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { useMe } from '../../api/me.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from '../frame-messages.ts';

/** The current workspace, with a menu for members of several. Its industry is read aloud when hidden. */
export function TenantIndicator({ withIndustry }: { withIndustry: boolean }) {
  const me = useMe().data;
  const { switchTo } = useAuth();
  const [busy, setBusy] = useState(false);
  if (!me) return null;
  const change = async (tenantId: string) => {
    if (tenantId === me.tenant.id || busy) return;
    setBusy(true);
    await switchTo(tenantId).catch((error: unknown) => {
      setBusy(false);
      const title = messages.tenant.failure;
      toast({ id: 'workspace', title, text: describeError(error), meaning: 'bad' });
    });
  };
  return <Indicator {...{ me, busy, withIndustry }} onTenantChange={(tenantId) => void change(tenantId)} />;
}

type IndicatorProps = {
  me: NonNullable<ReturnType<typeof useMe>['data']>;
  busy: boolean;
  withIndustry: boolean;
  /** Called with the id of the chosen workspace. */
  onTenantChange: (tenantId: string) => void;
};

function Indicator({ me, busy, withIndustry, onTenantChange }: IndicatorProps) {
  const words = (
    <span dir="auto" className="truncate">
      {me.tenant.name}
      <span className={withIndustry ? undefined : 'sr-only'}> · {me.tenant.industry}</span>
    </span>
  );
  if (me.memberships.length < 2) {
    return (
      <span
        data-testid="tenant"
        className="flex h-7 min-w-0 items-center gap-1.5 rounded-md bg-sunken px-2 text-12 font-medium text-fg-2"
      >
        <Building2 aria-hidden className="size-3.5 shrink-0" />
        {words}
      </span>
    );
  }
  return (
    <DropdownMenu
      trigger={
        <Button
          data-testid="tenant"
          size="sm"
          busy={busy}
          busyLabel={messages.tenant.changing}
          className="min-w-0 shrink!"
          aria-label={messages.tenant.current(me.tenant.name, me.tenant.industry)}
          icon={<Building2 aria-hidden className="max-sm:hidden" />}
        >
          {words}
          <ChevronsUpDown aria-hidden className="size-3.5! text-fg-3" />
        </Button>
      }
      sections={[
        {
          id: 'workspaces',
          heading: messages.titles.workspaces,
          items: me.memberships.map((one) => ({
            id: one.tenantId,
            checked: one.tenantId === me.tenant.id,
            onSelect: () => onTenantChange(one.tenantId),
            label: (
              <span className="block max-w-64">
                {one.name}
                <span className="block text-12 text-fg-2">
                  {[one.industry, ...one.roles.map((role) => roleNames[role])].join(' · ')}
                </span>
              </span>
            ),
          })),
        },
      ]}
    />
  );
}
