import type { LibraryCategory } from '@attain/domain/workflows/nodes/node-type';
import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { clsx } from 'clsx';
import {
  BadgeCheck,
  Bell,
  Braces,
  Calculator,
  ChartLine,
  Code,
  Contact,
  CreditCard,
  Database,
  DatabaseZap,
  FileInput,
  FileSearch,
  FileText,
  Flag,
  GitBranch,
  GitMerge,
  Globe,
  Keyboard,
  Layers,
  Lightbulb,
  ListChecks,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessagesSquare,
  OctagonX,
  Play,
  ReceiptText,
  Repeat,
  Reply,
  Scale,
  ShieldCheck,
  Siren,
  Smartphone,
  Sparkles,
  Split,
  Square,
  Stamp,
  Ticket,
  Timer,
  Type,
  Upload,
  UserCheck,
  Workflow,
} from 'lucide-react';

/** Icons by the name node types use. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'badge-check': BadgeCheck,
  bell: Bell,
  braces: Braces,
  calculator: Calculator,
  'chart-line': ChartLine,
  code: Code,
  contact: Contact,
  'credit-card': CreditCard,
  database: Database,
  'database-zap': DatabaseZap,
  'file-input': FileInput,
  'file-search': FileSearch,
  'file-text': FileText,
  flag: Flag,
  'git-branch': GitBranch,
  'git-merge': GitMerge,
  globe: Globe,
  keyboard: Keyboard,
  layers: Layers,
  lightbulb: Lightbulb,
  'list-checks': ListChecks,
  'log-in': LogIn,
  'log-out': LogOut,
  mail: Mail,
  'message-circle': MessageCircle,
  'messages-square': MessagesSquare,
  'octagon-x': OctagonX,
  play: Play,
  'receipt-text': ReceiptText,
  repeat: Repeat,
  reply: Reply,
  scale: Scale,
  'shield-check': ShieldCheck,
  siren: Siren,
  smartphone: Smartphone,
  sparkles: Sparkles,
  split: Split,
  stamp: Stamp,
  ticket: Ticket,
  timer: Timer,
  type: Type,
  upload: Upload,
  'user-check': UserCheck,
  workflow: Workflow,
};

const tints: Readonly<Record<LibraryCategory, string>> = {
  'AI & ML': 'bg-ai-soft text-ai-text',
  'Data Processing': 'bg-ok-soft text-ok-text',
  'Data Sources': 'bg-info-soft text-info-text',
  'Human Tasks': 'bg-(--series-4)/12 text-(--series-4)',
  Communications: 'bg-(--series-2)/12 text-(--series-2)',
  'Control Flow': 'bg-warn-soft text-warn-text',
  Integrations: 'bg-primary-soft text-primary-text',
  Tools: 'bg-ok-soft text-ok-text',
};

/** The icon of a node type, colored by category; violet is reserved for language models. */
export function NodeIcon({ type, small = false }: { type: string; small?: boolean }) {
  const known = nodeType(type);
  const Icon = icons[known?.icon ?? ''] ?? Square;
  const tint = known ? tints[known.category] : 'bg-sunken text-fg-2';
  return (
    <span
      aria-hidden
      className={clsx('grid shrink-0 place-items-center rounded-md', tint, small ? 'size-6' : 'size-7')}
    >
      <Icon className={small ? 'size-3.5' : 'size-4'} />
    </span>
  );
}
