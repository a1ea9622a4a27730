/** What policies can refer to; Cedar’s strict validator checks each document against it (GOV-1). */
export const CEDAR_SCHEMA = `entity Role;
entity Person in [Role];
entity Agent = { name: String };
// classification: public, internal, confidential, restricted
entity Connection = {
  name: String,
  kind: String,
  region: String,
  risk: String,
  classification: String
};

// risk: low, medium, high; environment: dev, staging, prod
type Facts = {
  environment: String,
  agent: String,
  risk: String,
  handlesMoney: Bool,
  trigger: String
};

action run, edit, deploy appliesTo {
  principal: Person,
  resource: Agent,
  context: Facts
};

// labels: data that may reach the call, such as "personal:eu"
action call appliesTo {
  principal: Person,
  resource: Connection,
  context: {
    environment: String,
    agent: String,
    risk: String,
    handlesMoney: Bool,
    trigger: String,
    labels: Set<String>
  }
};
`;
