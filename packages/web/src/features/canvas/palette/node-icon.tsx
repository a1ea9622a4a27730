import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import { clsx } from 'clsx';
import {
  BadgeCheck,
  Bell,
  Braces,
  Calculator,
  ChartLine,
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
  Play,
  ReceiptText,
  Repeat,
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

/** The icons that node types name. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'badge-check': BadgeCheck,
  bell: Bell,
  braces: Braces,
  calculator: Calculator,
  'chart-line': ChartLine,
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
  play: Play,
  'receipt-text': ReceiptText,
  repeat: Repeat,
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

const tints: Readonly<Record<string, string>> = {
  'Technical Nodes': 'bg-primary-soft text-primary-text',
  'Workflow Steps': 'bg-sunken text-fg-2',
  'External Systems': 'bg-info-soft text-info-text',
  'Human Intervention': 'bg-warn-soft text-warn-text',
  Integrations: 'bg-ok-soft text-ok-text',
  Tools: 'bg-sunken text-fg-2',
};

/** The icon of a node type, tinted by its group; violet is kept for the language model. */
export function NodeIcon({ type, small = false }: { type: string; small?: boolean }) {
  const known = nodeType(type);
  const Icon = icons[known?.icon ?? ''] ?? Square;
  const tint =
    type === 'llm' ? 'bg-ai-soft text-ai-text' : (tints[known?.group ?? ''] ?? 'bg-sunken text-fg-2');
  return (
    <span
      aria-hidden
      className={clsx('grid shrink-0 place-items-center rounded-md', tint, small ? 'size-6' : 'size-7')}
    >
      <Icon className={small ? 'size-3.5' : 'size-4'} />
    </span>
  );
}
