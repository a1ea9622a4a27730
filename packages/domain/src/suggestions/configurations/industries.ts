import { type Configuration, type Industry, industries, type LabelKey } from './configuration.ts';

const asPersona = { explainabilityFocus: [], tone: '' };

/** Words and badges of each industry; order and tone are those of the persona. */
export const industryConfigurations: Readonly<Record<Industry, Configuration>> = {
  Technology: {
    fieldLabels: {
      target: 'Bookings Target',
      earnings: 'Sales Incentive',
      multiplier: 'Product Multiplier',
    },
    complianceBadges: ['ASC 340-40', 'Maker-checker'],
    ...asPersona,
  },
  'Financial Services': {
    fieldLabels: {
      target: 'Production Target',
      earnings: 'Variable Remuneration',
      limit: 'Deferral Limit',
    },
    complianceBadges: ['FINRA records', 'Conflicts of interest', 'Maker-checker'],
    ...asPersona,
  },
  Healthcare: {
    fieldLabels: {
      target: 'Territory Target',
      earnings: 'Field Incentive',
      limit: 'Fair Market Value Limit',
    },
    complianceBadges: ['Anti-Kickback', 'No pay per referral'],
    ...asPersona,
  },
  Manufacturing: {
    fieldLabels: {
      target: 'Shipment Target',
      earnings: 'Sales Bonus',
      multiplier: 'Margin Multiplier',
    },
    complianceBadges: ['Works council', 'Returns reversed'],
    ...asPersona,
  },
  SaaS: {
    fieldLabels: {
      target: 'ARR Target',
      earnings: 'Variable Revenue Share',
      multiplier: 'Growth Multiplier',
    },
    complianceBadges: ['ASC 340-40', 'Written contract', 'Maker-checker', 'Even-handedness'],
    ...asPersona,
  },
  Banking: {
    fieldLabels: {
      target: 'Credit Target',
      earnings: 'Incentive Compensation',
      limit: 'Regulatory Limit',
    },
    complianceBadges: ['CRD art. 94', 'Deferral', 'Risk adjustment'],
    ...asPersona,
  },
  Insurance: {
    fieldLabels: {
      target: 'Premium Target',
      earnings: 'Policy Commission',
      multiplier: 'Renewal Bonus',
    },
    complianceBadges: ['IDD', 'Chargeback on lapse'],
    ...asPersona,
  },
};

/** A workspace's industry as one of the seven; any other text is SaaS. */
export function industryOf(text: string): Industry {
  return industries.find((one) => one.toLowerCase() === text.trim().toLowerCase()) ?? 'SaaS';
}

/** The words on screen: the industry's where it has the key, else the persona's (SGR-45). */
export function labelsFor(
  persona: Configuration,
  industry: Configuration,
): Readonly<Record<LabelKey, string>> {
  const label = (key: LabelKey) => industry.fieldLabels[key] ?? persona.fieldLabels[key] ?? key;
  return {
    target: label('target'),
    earnings: label('earnings'),
    multiplier: label('multiplier'),
    limit: label('limit'),
  };
}
