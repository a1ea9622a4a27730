import { CircleUserRound } from 'lucide-react';
import { lazy } from 'react';
import { useMe } from '../../api/me.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { Button } from '../../ui/button.tsx';
import { OpenWhenWanted } from '../../ui/overlays/open-when-wanted.tsx';
import { messages } from '../frame-messages.ts';

const load = () => import('./open-user-menu.tsx');
const OpenUserMenu = lazy(async () => ({ default: (await load()).OpenUserMenu }));

/** The signed-in user's menu, which loads on first use. */
export function UserMenu({ look }: { look: 'wide' | 'medium' | 'narrow' }) {
  const { user } = useAuth();
  const name = useMe().data?.user.displayName ?? user?.username ?? '';
  const trigger = (
    <Button
      variant="ghost"
      square={look !== 'wide'}
      aria-label={messages.bar.userMenu(name)}
      icon={<CircleUserRound aria-hidden />}
    >
      {look === 'wide' ? <span className="max-w-32 truncate">{name}</span> : null}
    </Button>
  );
  return (
    <OpenWhenWanted trigger={trigger} opens="menu" load={load}>
      <OpenUserMenu trigger={trigger} name={name} narrow={look === 'narrow'} />
    </OpenWhenWanted>
  );
}
